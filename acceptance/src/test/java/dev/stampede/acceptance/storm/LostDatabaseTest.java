package dev.stampede.acceptance.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.Main;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsSource;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.PostgresPair;
import dev.stampede.testkit.TcpProxy;
import dev.stampede.testkit.TestServices;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * D8, D13: the primary goes, in several ways, and comes back; a replica stays. Meanwhile the
 * servers show what is in memory or on the replica with its age, sell nothing, let nobody wait long
 * to hear it, and go on by themselves.
 *
 * <p>Has been seen to fail: with nobody asking the monitor before a claim is tried, a claim made
 * while the database is frozen is not refused at once; with recent writers sent to the replica, a
 * booking is missing from its buyer's list.
 */
final class LostDatabaseTest {

  private static final Duration SOON = Duration.ofSeconds(30);

  /** Far less than any time-out behind it, far more than a busy machine needs to say no. */
  private static final Duration AT_ONCE = Duration.ofSeconds(2);

  /** A machine that stands still once does not do so at every one of these tries. */
  private static final int TRIES = 3;

  @TempDir private static Path folder;

  private static PostgresPair databases;
  private TcpProxy wire;
  private Main server;
  private Calls calls;
  private String show;

  @BeforeAll
  static void startDatabases() {
    databases = PostgresPair.start(folder);
  }

  @AfterAll
  static void stopDatabases() {
    databases.close();
  }

  @BeforeEach
  void start() throws Exception {
    String url = databases.primaryUrl();
    int port = URI.create(url).getPort();
    wire = TcpProxy.to(port);
    Map<String, String> environment =
        new HashMap<>(
            TwoServers.environment(
                url.replace(":" + port + "/", ":" + wire.port() + "/"),
                TestServices.shared().freshKeyPrefix()));
    environment.put("READ_DATABASE_URL", databases.replicaUrl());
    server = Main.start(Settings.read(SettingsSource.of(environment), Mode.SERVE));
    calls = Calls.to(server.port());
    show = calls.createShow(5, 10);
    assertThat(calls.hold(show, List.of("A-1-1"), "ann", "k").status()).isEqualTo(201);
    assertThat(get("").status()).isEqualTo(200);
    assertThat(get("/seats").status()).isEqualTo(200);
    assertThat(calls.get("/api/v1/shows", "ann").status()).isEqualTo(200);
  }

  @AfterEach
  void stop() throws Exception {
    databases.catchUp();
    calls.close();
    server.close();
    wire.close();
  }

  @Test
  void cutOffItShowsWhatItKnowsAndSellsNothing() throws Exception {
    assertThat(get("").body().has("stale")).isFalse();

    wire.cutOff();

    awaitAway();
    assertReadOnly();
    wire.mend();
    assertSellsAgain();
  }

  @Test
  void frozenItIsGivenUpAndNobodyWaitsForIt() throws Exception {
    wire.freeze();

    awaitAway();
    assertReadOnly();
    wire.thaw();
    assertSellsAgain();
  }

  @Test
  void listsComeFromTheReplicaButNotThoseOfWhoHasJustChangedThem() throws Exception {
    Eventually.within(SOON)
        .until("lists are read from the replica", () -> readFrom("replica", "bob") > 0);
    databases.lag();
    String bought = bookOutside("A-2-1", "carl");

    Calls.Answer list = calls.get("/api/v1/bookings", "carl");

    assertThat(list.body().path("items").get(0).path("id").asString()).isEqualTo(bought);
    assertThat(list.body().has("stale")).isFalse();
    // The replica stands still; once that is too long ago, all lists come from the primary.
    Eventually.within(SOON)
        .until(
            "everybody sees the booking",
            () -> calls.get("/api/v1/bookings", "carl").body().path("items").size() == 1);
    Eventually.within(SOON)
        .until(
            "the replica is too far behind to be read",
            () -> {
              double before = readFrom("replica", "dora");
              return readFrom("replica", "dora") == before;
            });
  }

  @Test
  void whileThePrimaryIsAwayTheReplicaGivesListsWithTheirAge() throws Exception {
    String bought = bookOutside("A-3-1", "emma");
    databases.catchUp();

    wire.cutOff();

    awaitAway();
    Eventually.within(SOON)
        .until(
            "the replica answers for it",
            () -> calls.get("/api/v1/bookings", "emma").status() == 200);
    Calls.Answer list = calls.get("/api/v1/bookings", "emma");
    assertThat(list.body().path("items").get(0).path("id").asString()).isEqualTo(bought);
    assertThat(list.body().path("stale").asBoolean()).isTrue();
    wire.mend();
    assertSellsAgain();
  }

  private void awaitAway() {
    Eventually.within(SOON)
        .until("seats are shown as old", () -> get("/seats").body().path("stale").asBoolean(false));
  }

  private void assertReadOnly() throws Exception {
    Calls.Answer one = get("");
    assertThat(one.status()).isEqualTo(200);
    assertThat(one.body().path("stale").asBoolean()).isTrue();
    assertThat(one.body().path("held").asInt()).isEqualTo(1);
    Calls.Answer seats = get("/seats");
    assertThat(seats.status()).isEqualTo(200);
    assertThat(seats.body().path("stale").asBoolean()).isTrue();
    assertThat(seats.body().path("sections").get(0).path("states").asString()).startsWith("h");
    Calls.Answer shows = calls.get("/api/v1/shows", "ann");
    assertThat(shows.status()).isEqualTo(200);
    assertThat(shows.body().path("stale").asBoolean()).isTrue();
    Duration took = refusal();
    for (int i = 1; i < TRIES && took.compareTo(AT_ONCE) >= 0; i++) {
      took = refusal();
    }
    assertThat(took).isLessThan(AT_ONCE);
  }

  /** Claims a seat, which is refused, and says how long that took. */
  private Duration refusal() throws InterruptedException {
    long begun = System.nanoTime();
    Calls.Answer refused = calls.hold(show, List.of("A-1-2"), "bob", "while it is away");
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.problem()).isEqualTo("/problems/read-only");
    return took;
  }

  /** The very claim that was refused is good now; what was acknowledged before is still there. */
  private void assertSellsAgain() {
    Eventually.within(SOON)
        .until(
            "seats are sold again",
            () -> calls.hold(show, List.of("A-1-2"), "bob", "while it is away").status() == 201);
    Eventually.within(SOON)
        .until("nothing is stale", () -> !get("").body().has("stale") && get("").status() == 200);
    Eventually.within(SOON)
        .until(
            "the board shows both",
            () -> get("/seats").body().path("sections").get(0).path("states").asString(),
            states -> states.startsWith("hh"));
  }

  private Calls.Answer get(String path) throws InterruptedException {
    return calls.get("/api/v1/shows/" + show + path, "ann");
  }

  /** Lists a buyer's bookings, then says how many lists came from there. */
  private double readFrom(String where, String buyer) throws InterruptedException {
    assertThat(calls.get("/api/v1/bookings", buyer).status()).isEqualTo(200);
    return calls.metric("stampede_reads_total{from=\"%s\"}".formatted(where));
  }

  private String bookOutside(String seat, String buyer) throws InterruptedException {
    Calls.Answer hold = calls.hold(show, List.of(seat), buyer, "hold " + seat);
    Calls.Answer booked =
        calls.post(
            "/api/v1/bookings",
            """
            {"holdId":"%s","payment":{"provider":"till","reference":"%s %s"}}"""
                .formatted(hold.body().path("id").asString(), show, seat),
            "shop");
    assertThat(booked.status()).isEqualTo(201);
    return booked.body().path("id").asString();
  }
}
