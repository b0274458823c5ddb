package dev.stampede.kafka;

/** Kafka cannot be used as configured; the root of what this module throws. */
public class KafkaUnusableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public KafkaUnusableException(String message, Throwable cause) {
    super(message, cause);
  }
}
