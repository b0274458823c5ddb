package dev.stampede.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms.SaleSwitch;
import dev.stampede.engine.show.Shows;
import dev.stampede.engine.show.WaitingRoomSettings;
import dev.stampede.engine.waitingroom.PlaceToken;
import dev.stampede.engine.waitingroom.PlaceTokens;
import dev.stampede.engine.waitingroom.draw.DrawnPlace;
import dev.stampede.engine.waitingroom.draw.EarlyArrivals;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.deployment.StoredKeyring;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.postgres.waitingroom.PostgresDrawStore;
import dev.stampede.server.Main;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsSource;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./stampede check-place} as a buyer types it, against honest servers and others. */
final class CheckPlaceTest {

  /** Two pages and a bit. */
  private static final int PEOPLE = 20_100;

  private static final Path PYTHON = Path.of("/usr/bin/python3");

  private static TestDatabase data;
  private static Database database;
  private static Main server;
  private static PostgresDrawStore store;
  private static PlaceTokens tokens;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    data = TestServices.shared().freshDatabase();
    server = Main.start(Settings.read(SettingsSource.of(environment()), Mode.SERVE));
    database =
        Database.open(
            new PostgresSettings(DatabaseUrl.parse(data.url()), 2, Duration.ofSeconds(10)));
    store = new PostgresDrawStore(database);
    tokens = new PlaceTokens(StoredKeyring.loadOrCreate(database));
  }

  @AfterAll
  static void stop() {
    database.close();
    server.close();
    data.close();
  }

  private static Map<String, String> environment() {
    TestServices services = TestServices.shared();
    return Map.of(
        "STAMPEDE_PORT",
        "0",
        "STAMPEDE_GRPC_PORT",
        "0",
        "DATABASE_URL",
        data.url(),
        "REDIS_URL",
        services.redisUrl(),
        "REDIS_KEY_PREFIX",
        services.freshKeyPrefix(),
        "KAFKA_BOOTSTRAP_SERVERS",
        services.kafkaBootstrapServers(),
        "KAFKA_TOPIC_PREFIX",
        services.freshTopicPrefix(),
        "AUTH_SECRET",
        "a secret of a test, thirty-two bytes or more");
  }

  @Test
  void theHonestOrderIsAcceptedAndEverybodyIsToldTheirPlace() throws Exception {
    ShowId show = show();
    String commitment = store.keysFor(show).secret().commitment().toString();
    var _ = store.draw(show, 0, () -> people(PEOPLE));
    DrawnPlace last = store.places(show, PEOPLE, 1).getFirst();

    String[] words = words(show, "--place-token", token(show, last.buyer()));
    try (Command typed = Command.stampede(folder, Map.of(), words)) {
      assertThat(typed.exitCode()).as(typed.output()).isZero();
      assertThat(typed.output())
          .contains(
              "your leaf %s is at place %d of %d; the order is the one the secret gives"
                  .formatted(last.leaf(), PEOPLE, PEOPLE));
    }
    CommandResult anybody = check(show, "--commitment", commitment);
    assertThat(anybody.exitCode()).as(anybody.output()).isZero();
    assertThat(anybody.output()).contains("the order of the 20100 leaves is the one");
    CommandResult noted = check(show, "--commitment", "ab".repeat(32));
    assertThat(noted.exitCode()).isEqualTo(1);
    assertThat(noted.output()).contains("The secret was changed");
  }

  @Test
  void beforeTheOpeningThereIsThePromiseToBeNoted() throws Exception {
    ShowId show = show();

    CommandResult check = check(show, "--place-token", token(show, new Buyer("buyer-1")));
    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.output())
        .contains("is not drawn yet", store.keysFor(show).secret().commitment().toString());
  }

  @Test
  void oneSwappedPairIsRejected() throws Exception {
    ShowId show = show();
    var _ = store.draw(show, 0, () -> people(100));
    DrawnPlace seventh = store.places(show, 7, 1).getFirst();
    run(
        """
        UPDATE draw_leaf a SET leaf = b.leaf FROM draw_leaf b
        WHERE a.show_id = %1$s AND b.show_id = %1$s AND a.place + b.place = 15
          AND a.place IN (7, 8)"""
            .formatted(show));

    CommandResult check = check(show, "--place-token", token(show, seventh.buyer()));
    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.output())
        .contains("THE PROOF DOES NOT HOLD", seventh.leaf() + ", at place 8, belongs before");
  }

  @Test
  void aBuyerWhoWasLeftOutIsToldSo() throws Exception {
    ShowId show = show();
    var _ = store.draw(show, 0, () -> people(100));

    CommandResult check = check(show, "--place-token", token(show, new Buyer("buyer-101")));
    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.output()).contains("is not among the 100");
    run("DELETE FROM draw_leaf WHERE show_id = %s AND place = 100".formatted(show));
    CommandResult incomplete = check(show);
    assertThat(incomplete.exitCode()).isEqualTo(1);
    assertThat(incomplete.output()).contains("99 leaves are published; there are said to be 100");
  }

  @Test
  void wrongOptionsAreNamed() throws Exception {
    ShowId show = show();
    String url = "http://localhost:" + server.port();
    try (Command typed = Command.stampede(folder, Map.of(), words("--server", url))) {
      assertThat(typed.exitCode()).as(typed.output()).isEqualTo(2);
      assertThat(typed.output()).contains("check-place needs --show");
    }
    assertWrong("has no proof for show 999999", "--server", url, "--show", "999999");
    assertWrong("--server is 'here'", "--server", "here", "--show", "1");
    assertWrong(
        "is no place token", "--server", url, "--show", show.toString(), "--place-token", "x.y.z");
    assertWrong(
        "is for show " + show,
        "--server",
        url,
        "--show",
        show().toString(),
        "--place-token",
        token(show, new Buyer("buyer-1")));
    try (Socket silent = new Socket()) {
      // Bound, and nobody listens: no other process gets the port while it is asked.
      silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      String nobody = "http://localhost:" + silent.getLocalPort();
      assertWrong("is --server right?", "--server", nobody, "--show", "1");
    }
  }

  /** Runs the script only where Python is installed: the project does not install it. */
  @Test
  void thePythonCheckerInTheDocumentationFindsTheSamePlace() throws Exception {
    Matcher script =
        Pattern.compile("```python\n(.*?)```", Pattern.DOTALL)
            .matcher(Repository.read("docs/fair-queue.md"));
    assertThat(script.find()).isTrue();
    Path file = Files.writeString(folder.resolve("check.py"), script.group(1), UTF_8);
    if (!Files.isExecutable(PYTHON)) {
      return;
    }
    ShowId show = show();
    var _ = store.draw(show, 0, () -> people(10_001));
    DrawnPlace some = store.places(show, 77, 1).getFirst();
    List<String> words =
        List.of(
            PYTHON.toString(),
            file.toString(),
            "http://localhost:" + server.port(),
            show.toString(),
            token(show, some.buyer()));

    try (Command check = Command.start(folder, Map.of(), words)) {
      assertThat(check.exitCode()).as(check.output()).isZero();
      assertThat(check.output()).isEqualTo("place 77 of 10001");
    }
    run(
        "UPDATE draw_leaf SET leaf = sha256(leaf) WHERE show_id = %s AND place = 9"
            .formatted(show));
    try (Command check = Command.start(folder, Map.of(), words)) {
      assertThat(check.exitCode()).isEqualTo(1);
      assertThat(check.output()).contains("other leaves");
    }
  }

  private static void assertWrong(String what, String... options) {
    CommandResult check = CommandResult.of(Map.of(), words(options));
    assertThat(check.exitCode()).as(check.output()).isEqualTo(2);
    assertThat(check.output()).contains(what).doesNotContain("Exception in", "\tat ");
  }

  private static CommandResult check(ShowId show, String... more) {
    return CommandResult.of(Map.of(), words(show, more));
  }

  private static String[] words(ShowId show, String... more) {
    String url = "http://localhost:" + server.port();
    Stream<String> place = Stream.of("--server", url, "--show", show.toString());
    return words(Stream.concat(place, Stream.of(more)).toArray(String[]::new));
  }

  private static String[] words(String... options) {
    return Stream.concat(Stream.of("check-place"), Stream.of(options)).toArray(String[]::new);
  }

  /** Opens in a hundred years, with a room that will be drawn. */
  private static ShowId show() {
    return new PostgresShows(database)
        .create(
            new Shows.NewShow(
                "test",
                Instant.parse("2130-01-01T20:00:00Z"),
                new SeatMap(List.of(new Section.Mapped("A", 100, 1, 1))),
                new ShowSettings(
                    Instant.parse("2130-01-01T10:00:00Z"),
                    SaleSwitch.OPEN,
                    8,
                    OptionalInt.empty(),
                    Duration.ofMinutes(5),
                    Optional.of(
                        new WaitingRoomSettings(true, 10, 10, Duration.ofMinutes(5), true)))))
        .id();
  }

  private static EarlyArrivals people(int count) {
    EarlyArrivals people = new EarlyArrivals();
    IntStream.rangeClosed(1, count).forEach(i -> people.add("buyer-" + i, i));
    return people;
  }

  private static String token(ShowId show, Buyer buyer) {
    String nonce = store.keysFor(show).nonceKey().nonce(show, buyer).toString();
    return tokens.seal(new PlaceToken(show, buyer, 1, 1, nonce));
  }

  /** As somebody does who can write into the database and should not. */
  private static void run(String sql) throws Exception {
    data.run(sql);
  }
}
