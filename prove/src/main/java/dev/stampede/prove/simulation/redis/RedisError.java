package dev.stampede.prove.simulation.redis;

/** An error that Redis answers with. */
final class RedisError extends RuntimeException {

  private static final long serialVersionUID = 1L;

  RedisError(String message) {
    super(message, null, false, false);
  }
}
