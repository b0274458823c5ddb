package dev.stampede.kafka.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/**
 * Readers killed with -9 again and again while they read, two of them sharing the partitions: every
 * event has its effect once, in order.
 *
 * <p>The normal run is a fifth of the full size, which {@code ./stampede test --long} runs.
 *
 * <p>Planted: the row of the inbox written in a transaction of its own after that of the effects.
 * Effects were there twice.
 */
final class KilledReaderTest {

  private static final boolean LONG = Boolean.getBoolean("stampede.long");
  private static final int KEYS = 50;
  private static final int VERSIONS_PER_KILL = 40;
  private static final int KILLS = LONG ? 20 : 4;
  private static final int READERS = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Test
  void eachEventHasItsEffectOnceAndInOrder() throws Exception {
    Random random = new Random(8);
    int versions = VERSIONS_PER_KILL * (KILLS + 1);
    try (ConsumerFixture events = new ConsumerFixture(4)) {
      String url = ConsumerFixture.jdbcUrl(events.data.url());
      List<ReaderProcess> readers = new ArrayList<>();
      try {
        for (int number = 0; number < READERS; number++) {
          readers.add(ReaderProcess.start(url, events.topic));
        }
        for (int kill = 0; kill < KILLS; kill++) {
          int first = VERSIONS_PER_KILL * kill + 1;
          events.sendMany(KEYS, first, first + VERSIONS_PER_KILL - 1);
          // In the middle of things: when so many of these have been seen, and not all.
          long seen = (long) KEYS * (first - 1) + 1 + random.nextInt(KEYS * VERSIONS_PER_KILL / 2);
          await("so much is heard", () -> heard(events) >= seen);
          int victim = random.nextInt(READERS);
          readers.get(victim).kill();
          readers.set(victim, ReaderProcess.start(url, events.topic));
        }
        events.sendMany(KEYS, versions - VERSIONS_PER_KILL + 1, versions);
        await("all is heard", () -> heard(events) >= (long) KEYS * versions);
        await("all is handled", () -> events.count("SELECT min(version) FROM inbox") == versions);
      } finally {
        readers.forEach(ReaderProcess::close);
      }

      assertThat(heard(events)).isEqualTo((long) KEYS * versions);
      assertThat(events.count("SELECT count(*) FROM parked_message")).isZero();
      assertThat(events.count(OUT_OF_ORDER)).isZero();
    }
  }

  private static final String OUT_OF_ORDER =
      """
      SELECT count(*) FROM (
        SELECT split_part(text, ':', 1)::int AS version,
          row_number() OVER (PARTITION BY key ORDER BY id) AS expected
        FROM heard) AS numbered
      WHERE version <> expected""";

  private static long heard(ConsumerFixture events) {
    return events.count("SELECT count(*) FROM heard");
  }

  private static void await(String what, Callable<Boolean> condition) {
    Eventually.within(PATIENCE).until(what, condition);
  }
}
