package dev.stampede.acceptance.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.consumer.EventHandler;
import dev.stampede.consumer.EventReader;
import dev.stampede.consumer.InboxSchema;
import dev.stampede.consumer.ReaderListener;
import dev.stampede.consumer.ReaderSettings;
import dev.stampede.consumer.Subscription;
import dev.stampede.consumer.VersionedEvent;
import dev.stampede.server.Main;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsSource;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.PostgresPair;
import dev.stampede.testkit.Sql;
import dev.stampede.testkit.TcpProxy;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An asynchronous failover beneath two servers: the standby that takes over has not received the
 * last sales. Everything that remembers them starts over.
 *
 * <p>Has been seen to fail with the names of seats' keys in Redis kept across epochs: boards took
 * the undone sales from there for good.
 */
final class RewoundDatabaseTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path folder;

  private final String prefix = TestServices.shared().freshKeyPrefix();
  private final String topics = prefix.replace(':', '.');
  private final List<Main> servers = new ArrayList<>();
  private PostgresPair databases;
  private TcpProxy wire;
  private Calls one;
  private Calls two;

  @BeforeEach
  void start() {
    databases = PostgresPair.start(folder);
    String url = databases.primaryUrl();
    int port = URI.create(url).getPort();
    wire = TcpProxy.to(port);
    Map<String, String> environment =
        TwoServers.environment(url.replace(":" + port + "/", ":" + wire.port() + "/"), prefix);
    for (int i = 0; i < 2; i++) {
      servers.add(Main.start(Settings.read(SettingsSource.of(environment), Mode.SERVE)));
    }
    one = Calls.to(servers.getFirst().port());
    two = Calls.to(servers.getLast().port());
  }

  @AfterEach
  void stop() throws Exception {
    one.close();
    two.close();
    servers.forEach(Main::close);
    wire.close();
    databases.close();
  }

  @Test
  void afterAFailoverThatLostSalesTheSeatsAreFreeAndSoldAgainAndAllConsumersHear()
      throws Exception {
    String show = one.createShow(2, 5);
    String queue = one.createShowWithRoom(1, 5, "\"enabled\":true,\"admitPerSecond\":0");
    assertThat(one.order(ClaimRequest.topUp("ann", 5_000, "top-up")).succeeded()).isTrue();
    assertThat(one.order(ClaimRequest.topUp("bob", 5_000, "top-up")).succeeded()).isTrue();
    assertThat(one.order(ClaimRequest.buy("ann", show, "A-1-1", "kept")).succeeded()).isTrue();
    assertThat(position(() -> one.join(queue, "q1", Optional.empty()))).isEqualTo(1);
    try (TestDatabase outside = TestServices.shared().freshDatabase();
        EventReader _ = reader(outside)) {
      awaitSold(show, 1);
      Eventually.within(SOON).until("it was heard", () -> heard(outside).size() == 1);
      databases.catchUp();
      databases.killReplica();

      assertThat(two.order(ClaimRequest.buy("ann", show, "A-1-2", "undone 1")).succeeded())
          .isTrue();
      assertThat(one.order(ClaimRequest.buy("ann", show, "A-1-3", "undone 2")).succeeded())
          .isTrue();
      String held = hold(two, show, "A-1-4", "ann");
      assertThat(two.release(held, "ann").status()).isEqualTo(204);
      assertThat(hold(two, show, "A-1-4", "ann")).isNotEmpty();
      String q2 = two.join(queue, "q2", Optional.empty()).body().path("placeToken").asString();
      long undoneShow = Long.parseLong(one.createShow(1, 1));
      awaitSold(show, 3);
      awaitSeats(show, "ssshf");
      Eventually.within(SOON).until("all was heard", () -> heard(outside).size() == 6);

      wire.leadTo(databases.failOver());

      awaitSeats(show, "sffff");
      long epoch = (long) one.metric("stampede_database_epoch");
      assertThat(epoch).isGreaterThan(1);
      assertThat((long) two.metric("stampede_database_epoch")).isEqualTo(epoch);
      ClaimRequest buyAgain = ClaimRequest.buy("bob", show, "A-1-2", "again");
      Calls.Answer again = answered(() -> two.order(buyAgain).answer());
      assertThat(again.status()).as("%s", again.body()).isEqualTo(201);
      assertThat(hold(one, show, "A-1-4", "bob")).isNotEmpty();
      awaitSeats(show, "ssfhf");

      Eventually.within(SOON)
          .until(
              "the consumer outside hears the new sale and the new hold",
              () -> heard(outside),
              told ->
                  told.contains("%s/A-1-2 seat.sold bob 1 of %d".formatted(show, epoch))
                      && told.contains("%s/A-1-4 seat.held bob 1 of %d".formatted(show, epoch)));
      assertThat(heard(outside)).as("nothing that survived is heard twice").hasSize(8);
      awaitSold(show, 2);
      assertThat(Long.parseLong(one.createShow(1, 1))).isGreaterThan(undoneShow);
      assertThat(position(() -> two.join(queue, "q3", Optional.empty()))).isEqualTo(3);
      assertThat(position(() -> one.join(queue, "q2", Optional.of(q2)))).isEqualTo(2);
      Eventually.within(SOON)
          .until(
              "operators are alerted",
              () -> one.get("/api/v1/alerts", "operator").body().toString(),
              alerts -> alerts.contains("database-rewound"));
    }
  }

  private static String hold(Calls server, String show, String seat, String buyer) {
    ClaimRequest order = ClaimRequest.hold(buyer, show, seat, "hold " + System.nanoTime());
    return answered(() -> server.order(order).answer()).body().path("id").asString();
  }

  private static long position(Callable<Calls.Answer> join) {
    return answered(join).body().path("position").asLong(-1);
  }

  /** The answer to a request that is repeated for as long as it is told to come again. */
  private static Calls.Answer answered(Callable<Calls.Answer> request) {
    return Eventually.within(SOON)
        .until("the request is answered", request, answer -> answer.status() != 503);
  }

  private void awaitSeats(String show, String states) {
    for (Calls server : List.of(one, two)) {
      Eventually.within(SOON)
          .until(
              "the first row is " + states,
              () ->
                  server
                      .get("/api/v1/shows/" + show + "/seats", "ann")
                      .body()
                      .at("/sections/0/states")
                      .asString("?????")
                      .substring(0, 5),
              states::equals);
    }
  }

  /** As the statistics have it, which are rewound with what they count. */
  private void awaitSold(String show, int sold) {
    for (Calls server : List.of(one, two)) {
      Eventually.within(SOON)
          .until(
              "the statistics count sales",
              () ->
                  server
                      .get("/api/v1/shows/" + show + "/sale", "operator")
                      .body()
                      .at("/told/sections/0/sold")
                      .asInt(-1),
              told -> told == sold);
    }
  }

  /** A consumer with a database of its own, which nobody has rewound. */
  private EventReader reader(TestDatabase outside) throws Exception {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(new Sql(outside.url()).jdbcUrl());
    try (Connection connection = source.getConnection()) {
      InboxSchema.create(connection);
    }
    outside.run("CREATE TABLE heard (id bigint GENERATED ALWAYS AS IDENTITY, what text)");
    return EventReader.start(
        new Subscription<>(
            "outside",
            List.of(topics + "seat-events"),
            message -> {
              JsonNode event = JSON.readTree(message.value());
              return new VersionedEvent<>(
                  event.path("epoch").asLong(1), event.path("version").asLong(), event);
            },
            EventHandler.each(RewoundDatabaseTest::note)),
        ReaderSettings.of(TestServices.shared().kafkaBootstrapServers(), topics + "outside"),
        source,
        new ReaderListener() {});
  }

  private static void note(JsonNode event, Connection transaction) throws Exception {
    try (PreparedStatement insert =
        transaction.prepareStatement("INSERT INTO heard (what) VALUES (?)")) {
      insert.setString(
          1,
          "%s/%s %s %s %d of %d"
              .formatted(
                  event.path("showId").asString(),
                  event.path("seat").asString(),
                  event.path("type").asString(),
                  event.path("buyer").asString(),
                  event.path("version").asInt(),
                  event.path("epoch").asLong()));
      insert.executeUpdate();
    }
  }

  private static List<String> heard(TestDatabase outside) {
    List<String> heard = new ArrayList<>();
    DatabaseRows.of(
        outside.url(), "SELECT what FROM heard ORDER BY id", row -> heard.add(row.getString(1)));
    return heard;
  }
}
