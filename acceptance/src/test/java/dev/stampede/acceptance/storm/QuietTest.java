package dev.stampede.acceptance.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.Main;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsSource;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.OwnRedis;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that nobody uses costs next to nothing, and serves the first buyer at once. */
final class QuietTest {

  private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);
  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final double COMMITS_PER_SECOND = 5;
  private static final double REDIS_COMMANDS_PER_SECOND = 20;
  private static final String QUIET = "stampede_quiet";

  @TempDir Path folder;

  /**
   * Counted, not timed. Before loops had a quiet pace, an idle server with two waiting rooms
   * committed 72 times a second and sent Redis 91 commands. It failed, at 24 commits a second, when
   * the event relay alone was given a steady pace.
   */
  @Test
  void aServerThatNobodyUsesHardlyAsksPostgresAndRedis() throws Exception {
    try (OwnRedis redis = OwnRedis.start(folder);
        TestDatabase database = TestServices.shared().freshDatabase();
        Main server = start(database, redis);
        Calls calls = Calls.to(server.port())) {
      String show = calls.createShow(3, 4);
      assertThat(calls.hold(show, List.of("A-1-1"), "ann", "1").status()).isEqualTo(201);

      Counters counters = new Counters(database, redis);
      Rates rates =
          Eventually.within(LONG_ENOUGH)
              .until("the server has become quiet", counters::rates, Rates::areLow);
      assertThat(calls.metric(QUIET)).as("after %s", rates).isEqualTo(1);

      assertThat(calls.hold(show, List.of("A-1-2"), "bob", "2").status()).isEqualTo(201);
      assertThat(calls.metric(QUIET)).isZero();
      drained(database.url());
    }
  }

  /** Nothing is written, so that only the other server's word can wake this one. */
  @Test
  void aServerThatSomebodyUsesWakesTheOthers() throws Exception {
    try (OwnRedis redis = OwnRedis.start(folder);
        TestDatabase database = TestServices.shared().freshDatabase();
        Main one = start(database, redis);
        Main two = start(database, redis);
        Calls first = Calls.to(one.port());
        Calls second = Calls.to(two.port())) {
      quiet(first);
      quiet(second);

      assertThat(first.get("/api/v1/shows", "ann").status()).isEqualTo(200);

      Eventually.within(Duration.ofSeconds(30))
          .until("the other is awake", () -> second.metric(QUIET) == 0);
    }
  }

  private static void quiet(Calls calls) {
    Eventually.within(LONG_ENOUGH).until("it is quiet", () -> calls.metric(QUIET) == 1);
  }

  private static Main start(TestDatabase database, OwnRedis redis) {
    Map<String, String> environment =
        new HashMap<>(
            TwoServers.environment(database.url(), TestServices.shared().freshKeyPrefix()));
    environment.put("REDIS_URL", redis.url());
    environment.put("REDIS_KEY_PREFIX", "quiet:");
    // Longer than a busy machine takes to look at a server that has just been woken.
    environment.put("STAMPEDE_QUIET_AFTER", "5");
    return Main.start(Settings.read(SettingsSource.of(environment), Mode.SERVE));
  }

  private record Rates(double commits, double commands) {
    boolean areLow() {
      return commits <= COMMITS_PER_SECOND && commands <= REDIS_COMMANDS_PER_SECOND;
    }
  }

  private record Sample(long nanos, long commits, long commands) {
    Rates since(Sample before) {
      double seconds = (nanos - before.nanos) / 1e9;
      return new Rates(
          (commits - before.commits) / seconds, (commands - before.commands) / seconds);
    }
  }

  /** PostgreSQL's and Redis' own counters, looked at once a second. */
  private static final class Counters {
    private final String name;
    private final OwnRedis redis;
    private final Deque<Sample> samples = new ArrayDeque<>();
    private Rates last = new Rates(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    Counters(TestDatabase database, OwnRedis redis) {
      String path = URI.create(database.url()).getPath();
      this.name = path.substring(1);
      this.redis = redis;
    }

    /** Of the last few seconds. */
    Rates rates() throws IOException {
      long now = System.nanoTime();
      if (!samples.isEmpty() && now - samples.getLast().nanos() < 1_000_000_000L) {
        return last;
      }
      samples.addLast(new Sample(now, commits(), commands()));
      while (now - samples.getFirst().nanos() > WINDOW.plusSeconds(1).toNanos()) {
        samples.removeFirst();
      }
      if (now - samples.getFirst().nanos() >= WINDOW.toNanos()) {
        last = samples.getLast().since(samples.getFirst());
      }
      return last;
    }

    /** Asked in another database, so that looking is not counted. */
    private long commits() {
      long[] commits = new long[1];
      DatabaseRows.of(
          TestServices.shared().databaseUrl(),
          "SELECT xact_commit FROM pg_stat_database WHERE datname = '%s'".formatted(name),
          row -> commits[0] = row.getLong(1));
      return commits[0];
    }

    private long commands() throws IOException {
      return redis
          .ask("INFO", "stats")
          .lines()
          .filter(line -> line.startsWith("total_commands_processed:"))
          .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
          .findFirst()
          .orElseThrow();
    }
  }

  private static void drained(String databaseUrl) {
    Eventually.within(LONG_ENOUGH)
        .until(
            "everything has been sent",
            () -> {
              long[] rows = new long[1];
              DatabaseRows.of(
                  databaseUrl, "SELECT count(*) FROM outbox", row -> rows[0] = row.getLong(1));
              return rows[0] == 0;
            });
  }
}
