package dev.stampede.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.testkit.ChildJvm;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/**
 * Readers killed with -9 again and again while they read, two of them sharing the partitions: every
 * event has its effect once, in order. There is always something left to read and batches are
 * small, so that they are in the middle of a transaction, or between two, when they die.
 *
 * <p>The normal run kills three times; {@code ./stampede test --long} twenty times.
 *
 * <p>Planted: the row of the inbox written in a transaction of its own after that of the effects.
 * Effects were there twice.
 */
final class KilledReaderTest {

  private static final boolean LONG = Boolean.getBoolean("stampede.long");
  private static final int KEYS = 50;
  private static final int KILLS = LONG ? 20 : 3;
  private static final int EVENTS_PER_KILL = 1_000;
  private static final int VERSIONS = EVENTS_PER_KILL * (KILLS + 1) / KEYS;
  private static final int EVENTS = KEYS * VERSIONS;
  private static final int READERS = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Test
  void eachEventHasItsEffectOnceAndInOrder() throws Exception {
    Random random = new Random(8);
    try (ConsumerFixture events = new ConsumerFixture(4)) {
      String url = ConsumerFixture.jdbcUrl(events.data.url());
      events.sendMany(KEYS, 1, VERSIONS);
      List<ChildJvm> readers = new ArrayList<>();
      try {
        start(readers, url, events.topic);
        for (int kill = 0; kill < KILLS; kill++) {
          long seen = (long) EVENTS_PER_KILL * kill + 1 + random.nextInt(EVENTS_PER_KILL / 2);
          await("so much is heard", () -> heard(events) >= seen);
          for (ChildJvm reader : readers) {
            reader.kill();
          }
          start(readers, url, events.topic);
        }
        await("all is handled", () -> handled(events));
      } finally {
        readers.forEach(ChildJvm::close);
      }

      assertThat(heard(events)).isEqualTo(EVENTS);
      assertThat(events.count("SELECT count(*) FROM parked_message")).isZero();
      assertThat(events.count(OUT_OF_ORDER)).isZero();
    }
  }

  private static void start(List<ChildJvm> readers, String url, String topic) throws Exception {
    readers.clear();
    for (int number = 0; number < READERS; number++) {
      readers.add(ReaderProcess.start(url, topic));
    }
  }

  private static boolean handled(ConsumerFixture events) {
    return events.count("SELECT count(*) FROM inbox WHERE version = " + VERSIONS) == KEYS;
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
