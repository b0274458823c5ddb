package dev.stampede.server.operation;

/** Hears whether requests are accepted, for metrics. Be quick, do not throw. */
public interface AcceptanceListener {

  void accepted();

  /**
   * One was turned away at once.
   *
   * @param slug of the problem that it was answered with
   */
  void refused(String slug);

  /** Kafka did not say whether it has one. */
  void unanswered();
}
