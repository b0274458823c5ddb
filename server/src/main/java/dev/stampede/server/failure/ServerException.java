package dev.stampede.server.failure;

/** The server cannot start or go on; what the root of this module's failures is. */
public class ServerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ServerException(String message) {
    super(message);
  }

  public ServerException(String message, Throwable cause) {
    super(message, cause);
  }
}
