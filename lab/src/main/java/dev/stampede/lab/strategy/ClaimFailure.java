package dev.stampede.lab.strategy;

/** Why a buyer went home without a ticket. */
public enum ClaimFailure {
  NO_TICKETS("no-tickets", "No tickets available"),
  ATTEMPTS_EXHAUSTED("attempts-exhausted", "Timed out: overtaken in every attempt"),
  QUEUE_TIMEOUT("queue-timeout", "Timed out in the queue"),
  LOCK_BUSY("lock-busy", "The lock was not free"),
  ERROR("error", "Broken");

  private final String word;
  private final String sentence;

  ClaimFailure(String word, String sentence) {
    this.word = word;
    this.sentence = sentence;
  }

  /** The failure's name for programs. */
  public String word() {
    return word;
  }

  /** The failure as a sentence for people. */
  public String sentence() {
    return sentence;
  }
}
