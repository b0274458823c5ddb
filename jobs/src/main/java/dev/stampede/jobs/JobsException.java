package dev.stampede.jobs;

/** The queue's database could not do what it must; the root of what this module throws. */
public class JobsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public JobsException(String message, Throwable cause) {
    super(message, cause);
  }
}
