package dev.stampede.lab.plan;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** A setting that can be swept: tried with one value after the other. */
public enum Knob {
  BUYERS("buyers"),
  SEATS("seats"),
  SEATS_PER_BUYER("seats-per-buyer"),
  MAX_ATTEMPTS("max-attempts"),
  THINK_TIME("think-time"),
  LOCK_TTL("lock-ttl"),
  POLL_INTERVAL("poll-interval"),
  POLL_LIMIT("poll-limit"),
  QUEUE_EXPIRY("queue-expiry");

  private final String word;

  Knob(String word) {
    this.word = word;
  }

  public String word() {
    return word;
  }

  /** The same plan with this value, as it was typed. */
  public Plan turned(Plan plan, String value) {
    Crowd crowd = plan.crowd();
    Tries tries = plan.tries();
    Queueing queueing = plan.queueing();
    return switch (this) {
      case BUYERS -> plan.with(crowd.withBuyers(OptionLimits.BUYERS.parse(value)));
      case SEATS -> plan.with(crowd.withSeats(OptionLimits.SEATS.parse(value)));
      case SEATS_PER_BUYER ->
          plan.with(crowd.withPerBuyer(OptionLimits.SEATS_PER_BUYER.parse(value)));
      case MAX_ATTEMPTS -> plan.with(tries.withMaxAttempts(OptionLimits.MAX_ATTEMPTS.parse(value)));
      case THINK_TIME -> plan.with(tries.withThinkTime(OptionLimits.THINK_TIME.parse(value)));
      case LOCK_TTL -> plan.with(plan.guard().withTtl(OptionLimits.LOCK_TTL.parse(value)));
      case POLL_INTERVAL ->
          plan.with(queueing.withPollInterval(OptionLimits.POLL_INTERVAL.parse(value)));
      case POLL_LIMIT -> plan.with(queueing.withPollLimit(OptionLimits.POLL_LIMIT.parse(value)));
      case QUEUE_EXPIRY -> plan.with(queueing.withExpiry(OptionLimits.QUEUE_EXPIRY.parse(value)));
    };
  }

  /** True if it has an effect only where there is a queue in front. */
  public boolean isOfTheQueue() {
    return this == POLL_INTERVAL || this == POLL_LIMIT || this == QUEUE_EXPIRY;
  }

  /** True if its values are times, which are drawn in milliseconds. */
  public boolean isTime() {
    return this == THINK_TIME || this == LOCK_TTL || this == POLL_INTERVAL || this == QUEUE_EXPIRY;
  }

  /** Returns the position of a value on an axis. */
  public double amount(String value) {
    return isTime()
        ? new Span(word, Duration.ZERO, Duration.ofHours(1)).parse(value).toNanos() / 1e6
        : Integer.parseInt(value);
  }

  public static Optional<Knob> named(String word) {
    return Arrays.stream(values()).filter(knob -> knob.word.equals(word)).findFirst();
  }

  /** All names, for messages. */
  public static String names() {
    return Arrays.stream(values()).map(Knob::word).collect(Collectors.joining(", "));
  }
}
