package dev.stampede.server.http;

import dev.stampede.server.failure.ServerException;

/** Somebody else listens where we should. */
public final class PortTakenException extends ServerException {

  private static final long serialVersionUID = 1L;

  PortTakenException(String bind, int port, Throwable cause) {
    super("port %d on %s is taken; set STAMPEDE_PORT to a free one".formatted(port, bind), cause);
  }
}
