package dev.stampede.crowd;

/** A call of a {@link CrowdClient} got no answer. */
public final class CallFailedException extends CrowdException {

  private static final long serialVersionUID = 1L;

  private final Failure failure;

  CallFailedException(Failure failure, String message) {
    super(message, null);
    this.failure = failure;
  }

  public Failure failure() {
    return failure;
  }
}
