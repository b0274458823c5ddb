package dev.stampede.consumer;

/** Something is broken on the way from Kafka to the database; the root of what this throws. */
public class ConsumerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ConsumerException(String message, Throwable cause) {
    super(message, cause);
  }
}
