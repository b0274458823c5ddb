package dev.stampede.prove.simulation.redis.lua;

/** A script that cannot be read, or that breaks. */
public final class LuaException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  LuaException(String message) {
    super(message);
  }
}
