package dev.stampede.matchmaking.grpc;

/** The gRPC listener cannot start; the root of this module's failures. */
public final class GrpcServerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  GrpcServerException(String message, Throwable cause) {
    super(message, cause);
  }
}
