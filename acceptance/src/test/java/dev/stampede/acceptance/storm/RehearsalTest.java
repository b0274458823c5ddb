package dev.stampede.acceptance.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.Target;
import dev.stampede.embedded.LoneProcess;
import dev.stampede.server.Main;
import dev.stampede.server.RehearsalCrowd;
import dev.stampede.server.RehearsalCrowd.Stage;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsSource;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.OwnRedis;
import dev.stampede.testkit.Sql;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import dev.stampede.testkit.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the claims that a server makes of itself before it is ready, which nobody may ever notice.
 */
final class RehearsalTest {

  private static final int CLAIMS = 200;
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

  /** A claim, however it is counted: {@code /metrics} has a line for each way. */
  private static final Pattern COUNTED_CLAIM =
      Pattern.compile(
          "(?m)^(stampede_(claim|lane|sale|seat_lock|relay_sent)\\w*_(total|count).*|.*/holds.*)"
              + " [1-9][0-9.E]*$");

  private static final String TEMPORARY =
      """
      DO $$ BEGIN
        EXECUTE format('%s TEMPORARY ON DATABASE %%I %s PUBLIC, %%I',
          current_database(), current_user);
      END $$""";

  private static final String ALL_KEYS =
      "local all = redis.call('KEYS', '*') table.sort(all) return table.concat(all, ' ')";

  /** The tables that any server writes when it starts. */
  private static final String BACKGROUND = "job.*|relay_.*|patrol|inbox_progress";

  @TempDir private static Path folder;

  private static OwnRedis redis;
  private static TestDatabase database;
  private static Map<String, String> environment;

  @BeforeAll
  static void open() {
    redis = OwnRedis.start(folder);
    database = TestServices.shared().freshDatabase();
    environment =
        new HashMap<>(
            TwoServers.environment(database.url(), TestServices.shared().freshKeyPrefix()));
    environment.put("REDIS_URL", redis.url());
  }

  @AfterAll
  static void close() {
    database.close();
    redis.close();
  }

  /**
   * All that it looks at it looks at again after a claim in earnest, which it must see. It failed
   * while keys in Redis were left that are not of seats (those of idempotency keys).
   */
  @Test
  void aRehearsedServerHasLeftNoTrace() throws Exception {
    Seen before;
    try (Main _ = start(null)) {
      before = look();
    }
    List<Integer> answers = new ArrayList<>();

    try (Main server = start(inTwoStages(answers));
        Calls calls = Calls.to(server.port())) {
      assertThat(answers).hasSize(2 * CLAIMS).containsOnly(201);
      assertThat(look()).isEqualTo(before);
      assertThat(calls.metrics()).doesNotContainPattern(COUNTED_CLAIM);
      Eventually.within(LONG_ENOUGH).until("its tables are gone", () -> temporaryTables() == 0);
      assertThat(told()).isEmpty();

      // In earnest all of it is there.
      String show = calls.createShow(1, 2);
      assertThat(calls.hold(show, List.of("A-1-1"), "ann", "1").status()).isEqualTo(201);
      Eventually.within(LONG_ENOUGH)
          .until("it is counted", () -> COUNTED_CLAIM.matcher(calls.metrics()).find());
      Seen after = look();
      assertThat(after.rows()).containsEntry("hold", 1L).containsEntry("seat_event", 1L);
      assertThat(after.sequences().get("outbox_id_seq"))
          .isNotEqualTo(before.sequences().get("outbox_id_seq"));
      Eventually.within(LONG_ENOUGH)
          .until("its news has a log", () -> look().keys().contains(":head"));
      Eventually.within(LONG_ENOUGH).until("it is told", () -> told().size() == 1);
    }
  }

  @Test
  void aServerIsAliveAndNotReadyUntilItHasRehearsed() throws Exception {
    int port = LoneProcess.freePort();
    Map<String, Integer> meanwhile = new HashMap<>();
    RehearsalCrowd looking =
        _ -> {
          meanwhile.putAll(health(port));
          return false;
        };
    try (Main _ = start(port, looking)) {
      assertThat(meanwhile).containsEntry("live", 200).containsEntry("ready", 503);
      assertThat(health(port)).containsEntry("live", 200).containsEntry("ready", 200);
    }
  }

  @Test
  void aRehearsalThatFailsKeepsNobodyFromBuying() throws Exception {
    RehearsalCrowd broken =
        _ -> {
          throw new IllegalStateException("nobody came");
        };
    try (Main server = start(broken)) {
      assertThat(health(server.port())).containsEntry("ready", 200);
    }
  }

  @Test
  void aRoleWithoutTheRightToTemporaryTablesSellsUnrehearsed() throws Exception {
    Sql sql = new Sql(database.url());
    sql.run(TEMPORARY.formatted("REVOKE", "FROM"));
    AtomicInteger rehearsals = new AtomicInteger();
    try (Main server = start(_ -> rehearsals.incrementAndGet() < 1)) {
      assertThat(rehearsals).hasValue(0);
      assertThat(health(server.port())).containsEntry("ready", 200);
    } finally {
      sql.run(TEMPORARY.formatted("GRANT", "TO"));
    }
  }

  /** Claims the same seats on two stages; on each of them all are free. */
  private static RehearsalCrowd inTwoStages(List<Integer> answers) {
    return stage -> {
      claim(stage, answers);
      return answers.size() < 2 * CLAIMS;
    };
  }

  private static Main start(@Nullable RehearsalCrowd crowd) {
    return start(0, crowd);
  }

  private static Main start(int port, @Nullable RehearsalCrowd crowd) {
    Map<String, String> settings = new HashMap<>(environment);
    settings.put("STAMPEDE_PORT", Integer.toString(port));
    return Main.start(Settings.read(SettingsSource.of(settings), Mode.SERVE), null, crowd);
  }

  private static List<?> told() {
    String topic = environment.get("KAFKA_TOPIC_PREFIX") + "seat-events";
    return Topic.read(TestServices.shared().kafkaBootstrapServers(), topic).records();
  }

  private static void claim(Stage stage, List<Integer> answers) throws InterruptedException {
    Target target = Target.loopback(stage.port());
    try (CrowdClient caller = CrowdClient.to(target, 1)) {
      for (int seat = 1; seat <= CLAIMS; seat++) {
        answers.add(
            caller
                .send(
                    target
                        .post(
                            stage.holds(),
                            "{\"seats\":[\"%s-1-%d\"]}".formatted(stage.section(), seat))
                        .with("Authorization", "Bearer " + stage.tokens().getFirst()))
                .status());
      }
    }
  }

  private static Map<String, Integer> health(int port) throws InterruptedException {
    Target target = Target.loopback(port);
    try (CrowdClient caller = CrowdClient.to(target, 1)) {
      return Map.of(
          "live", caller.send(target.get("/health/live")).status(),
          "ready", caller.send(target.get("/health/ready")).status());
    }
  }

  /** Rows of each table, how far each sequence has come, and the names of all keys. */
  private record Seen(Map<String, Long> rows, Map<String, String> sequences, String keys) {}

  private static Seen look() throws IOException {
    Map<String, Long> rows = new TreeMap<>();
    DatabaseRows.of(
        database.url(),
        """
        SELECT relname, (xpath('/row/n/text()',
          query_to_xml(format('SELECT count(*) AS n FROM public.%I', relname), false, true, '')))[1]::text
        FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        """,
        row -> rows.put(row.getString(1), row.getLong(2)));
    Map<String, String> sequences = new TreeMap<>();
    DatabaseRows.of(
        database.url(),
        "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public'",
        row -> sequences.put(row.getString(1), String.valueOf(row.getString(2))));
    rows.keySet().removeIf(table -> table.matches(BACKGROUND));
    sequences.keySet().removeIf(sequence -> sequence.matches(BACKGROUND));
    return new Seen(rows, sequences, redis.ask("EVAL", ALL_KEYS, "0"));
  }

  private static long temporaryTables() {
    long[] tables = new long[1];
    DatabaseRows.of(
        database.url(),
        "SELECT count(*) FROM pg_class WHERE relpersistence = 't'",
        row -> tables[0] = row.getLong(1));
    return tables[0];
  }
}
