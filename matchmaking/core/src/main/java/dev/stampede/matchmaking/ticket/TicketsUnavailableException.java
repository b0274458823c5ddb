package dev.stampede.matchmaking.ticket;

/** The store did not answer in time; what was asked for may or may not have been done. */
public final class TicketsUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public TicketsUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
