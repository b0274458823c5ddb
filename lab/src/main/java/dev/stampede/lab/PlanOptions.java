package dev.stampede.lab;

import dev.stampede.lab.plan.Count;
import dev.stampede.lab.plan.Crowd;
import dev.stampede.lab.plan.Guard;
import dev.stampede.lab.plan.OptionLimits;
import dev.stampede.lab.plan.Plan;
import dev.stampede.lab.plan.Queueing;
import dev.stampede.lab.plan.Span;
import dev.stampede.lab.plan.Strategy;
import dev.stampede.lab.plan.Tries;
import dev.stampede.lab.plan.Want;
import dev.stampede.lab.plan.WrongOptionException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options that make a plan. They are read as text, so that what is wrong with one can be said
 * in one line with its limits.
 */
final class PlanOptions {

  private static final String ON = "on";
  private static final String OFF = "off";
  private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");

  @Option(
      names = {"--seats", "--tickets"},
      paramLabel = "N",
      description = "tickets to be had, 1..10000 (default 30)")
  private @Nullable String seats;

  @Option(
      names = "--buyers",
      paramLabel = "N",
      description = "buyers who claim them at once, 1..10000 (default 50)")
  private @Nullable String buyers;

  @Option(
      names = "--want",
      paramLabel = "WHAT",
      description =
          "first-free: the lowest rank still unsold, so that all fight for one and then move on (default); same: the same for all; random: each another")
  private @Nullable String want;

  @Option(
      names = "--seats-per-buyer",
      paramLabel = "N",
      description = "all or none, 1..8 (default 1)")
  private @Nullable String seatsPerBuyer;

  @Option(
      names = "--max-attempts",
      paramLabel = "N",
      description =
          "after which a transaction that was always overtaken has failed, 1..1000 (default 10)")
  private @Nullable String maxAttempts;

  @Option(
      names = "--think-time",
      paramLabel = "TIME",
      description = "work inside each transaction, after its row locks, 0..10s (default 0)")
  private @Nullable String thinkTime;

  @Option(
      names = "--lock-wait",
      paramLabel = "TIME",
      description = "longest wait for a lock or a connection, 10ms..600s (default 30s)")
  private @Nullable String lockWait;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description = "transactions at once, 2..64 (default 64)")
  private @Nullable String connections;

  @Option(
      names = "--lock-ttl",
      paramLabel = "TIME",
      description = "redis-*: after which a lock ends by itself, 100ms..3600s (default 30s)")
  private @Nullable String lockTtl;

  @Option(
      names = "--fence",
      arity = "0..1",
      fallbackValue = ON,
      paramLabel = "on|off",
      description =
          "redis-*: check with the write that nobody has had the lock since (default off)")
  private @Nullable String fence;

  @Option(
      names = "--poll-interval",
      paramLabel = "TIME",
      description = "queue: pause between two looks, 1ms..60s (default 50ms)")
  private @Nullable String pollInterval;

  @Option(
      names = "--poll-limit",
      paramLabel = "N",
      description = "queue: looks after which one gives up, 1..100000 (default 400)")
  private @Nullable String pollLimit;

  @Option(
      names = "--queue-expiry",
      paramLabel = "TIME",
      description = "queue: after which an entry counts no more, 1ms..3600s (default 60s)")
  private @Nullable String queueExpiry;

  @Option(
      names = "--ghosts",
      paramLabel = "N",
      description = "queue: entries ahead of all that nobody will remove, 0..1000 (default 0)")
  private @Nullable String ghosts;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "the same seed, the same intentions (default 1)")
  private @Nullable String seed;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "run it all so often, 1..100 (default 1)")
  private @Nullable String repeat;

  /** Returns the plan that all ways will be tried with; the queue is off. */
  Plan plan(Strategy strategy) {
    int places = count(OptionLimits.SEATS, seats, 30);
    int each = count(OptionLimits.SEATS_PER_BUYER, seatsPerBuyer, 1);
    return new Plan(
        strategy,
        new Crowd(places, count(OptionLimits.BUYERS, buyers, 50), each, want(), seed()),
        new Tries(
            count(OptionLimits.MAX_ATTEMPTS, maxAttempts, 10),
            span(OptionLimits.THINK_TIME, thinkTime, Duration.ZERO),
            span(OptionLimits.LOCK_WAIT, lockWait, Duration.ofSeconds(30)),
            count(OptionLimits.CONNECTIONS, connections, 64)),
        new Guard(span(OptionLimits.LOCK_TTL, lockTtl, Duration.ofSeconds(30)), fence()),
        new Queueing(
            false,
            span(OptionLimits.POLL_INTERVAL, pollInterval, Duration.ofMillis(50)),
            count(OptionLimits.POLL_LIMIT, pollLimit, 400),
            span(OptionLimits.QUEUE_EXPIRY, queueExpiry, Duration.ofSeconds(60)),
            count(OptionLimits.GHOSTS, ghosts, 0)));
  }

  int repeats() {
    return count(OptionLimits.REPEAT, repeat, 1);
  }

  /** Refuses what was asked for, but could have no effect. */
  void refuseIdle(List<Strategy> strategies, boolean isQueueOn) {
    if (strategies.stream().noneMatch(Strategy::isRedisLock)) {
      refuse(
          given("--lock-ttl", lockTtl, "--fence", fence),
          "it is for redis-simple, redis-spin and redis-pubsub; leave it out or choose one of them");
    }
    if (!isQueueOn) {
      refuse(
          given("--poll-interval", pollInterval, "--poll-limit", pollLimit)
              .or(() -> given("--queue-expiry", queueExpiry, "--ghosts", ghosts)),
          "it is for the queue, which is off; add --queue on");
    }
  }

  /** True if the user typed this option, by its name without the dashes. */
  boolean has(String knob) {
    Map<String, Optional<String>> swept =
        Map.of(
            "buyers", Optional.ofNullable(buyers),
            "seats", Optional.ofNullable(seats),
            "seats-per-buyer", Optional.ofNullable(seatsPerBuyer),
            "max-attempts", Optional.ofNullable(maxAttempts),
            "think-time", Optional.ofNullable(thinkTime),
            "lock-ttl", Optional.ofNullable(lockTtl),
            "poll-interval", Optional.ofNullable(pollInterval),
            "poll-limit", Optional.ofNullable(pollLimit),
            "queue-expiry", Optional.ofNullable(queueExpiry));
    return swept.getOrDefault(knob, Optional.empty()).isPresent();
  }

  /** {@code on}, {@code off}, or nothing, which is {@code on}. */
  static boolean isOn(String option, String text) {
    return switch (text) {
      case ON, "true" -> true;
      case OFF, "false" -> false;
      default ->
          throw new WrongOptionException("%s is '%s'; give on or off".formatted(option, text));
    };
  }

  private boolean fence() {
    return fence != null && isOn("--fence", fence);
  }

  private Want want() {
    String word = want == null ? Want.FIRST_FREE.word() : want;
    return Want.named(word)
        .orElseThrow(
            () ->
                new WrongOptionException(
                    "--want is '%s'; choose one of: %s".formatted(word, Want.names())));
  }

  private long seed() {
    if (seed == null) {
      return 1;
    }
    if (!WHOLE.matcher(seed).matches()) {
      throw new WrongOptionException(
          "--seed is '%s'; give a whole number of at most 18 digits".formatted(seed));
    }
    return Long.parseLong(seed);
  }

  private static int count(Count limits, @Nullable String text, int otherwise) {
    return text == null ? otherwise : limits.parse(text);
  }

  private static Duration span(Span limits, @Nullable String text, Duration otherwise) {
    return text == null ? otherwise : limits.parse(text);
  }

  private static Optional<String> given(
      String one, @Nullable String first, String other, @Nullable String second) {
    if (first != null) {
      return Optional.of(one);
    }
    return second == null ? Optional.empty() : Optional.of(other);
  }

  private static void refuse(Optional<String> option, String why) {
    option.ifPresent(
        name -> {
          throw new WrongOptionException("%s says nothing here: %s".formatted(name, why));
        });
  }
}
