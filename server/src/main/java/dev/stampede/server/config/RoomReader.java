package dev.stampede.server.config;

import dev.stampede.engine.waitingroom.LineLimits;
import dev.stampede.server.waitingroom.QueueRates;
import dev.stampede.server.waitingroom.RoomSettings;
import java.time.Duration;

/** Reads what bounds waiting rooms. */
final class RoomReader {

  /**
   * A place is kept this many times as long as the longest poll, at least: signs of life are
   * written down now and then, and people are late.
   */
  private static final double PATIENCE_PER_POLL = 1.25;

  private final SettingsReader reader;

  RoomReader(SettingsReader reader) {
    this.reader = reader;
  }

  RoomSettings read() {
    LineLimits usual = LineLimits.DEFAULT;
    QueueRates rates = QueueRates.DEFAULT;
    Duration patience =
        reader.duration(
            "STAMPEDE_QUEUE_PATIENCE",
            usual.patience(),
            Duration.ofSeconds(2),
            Duration.ofHours(24));
    Duration longestPoll =
        reader.duration(
            "STAMPEDE_QUEUE_LONGEST_POLL",
            usual.longestPoll(),
            Duration.ofSeconds(1),
            Duration.ofMinutes(10));
    QueueRates set =
        new QueueRates(
            reader.number(
                "STAMPEDE_QUEUE_RATE_PER_BUYER", rates.perBuyer(), 0, QueueRates.MAX_PER_BUYER),
            reader.number(
                "STAMPEDE_QUEUE_RATE_PER_ADDRESS",
                rates.perAddress(),
                0,
                QueueRates.MAX_PER_ADDRESS));
    if (patience.toMillis() < longestPoll.toMillis() * PATIENCE_PER_POLL) {
      reader.problem(
          "STAMPEDE_QUEUE_PATIENCE (%s) must be at least %s times STAMPEDE_QUEUE_LONGEST_POLL (%s), or people lose their places between two polls"
              .formatted(
                  SettingsReader.spelled(patience),
                  PATIENCE_PER_POLL,
                  SettingsReader.spelled(longestPoll)));
      return new RoomSettings(usual, set);
    }
    return new RoomSettings(
        new LineLimits(
            patience, longestPoll, usual.shortestPoll(), usual.block(), usual.maxWaiting()),
        set);
  }
}
