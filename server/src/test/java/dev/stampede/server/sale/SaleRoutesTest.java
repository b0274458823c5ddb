package dev.stampede.server.sale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.EventStreamClient;
import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.server.auth.Role;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class SaleRoutesTest {

  private static final List<String> PATHS = List.of("/sale", "/sale/history", "/sale/stream");

  private static SaleServer server;

  @BeforeAll
  static void start() {
    server = SaleServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void figuresAddUpAfterASmallSale() throws Exception {
    String show = server.show("");
    server.fund("ann", 1_000);
    server.fund("ben", 1_000);
    String anns = server.hold("ann", show, seats("A-1-1", "A-1-2")).text("id");
    assertThat(server.pay("ann", anns).status()).isEqualTo(201);
    String booking = server.book("ben", buying(show, "A-2-1")).text("id");
    assertThat(server.send(server.cancelling("ben", Role.BUYER, booking)).status()).isEqualTo(200);
    String shops = server.hold("cat", show, seats("A-3-1")).text("id");
    assertThat(
            server
                .send(
                    server.booking(
                        "box-office",
                        Role.SHOP,
                        "{\"holdId\":\"%s\",\"payment\":{\"provider\":\"till\",\"reference\":\"%s\"}}"
                            .formatted(shops, show)))
                .status())
        .isEqualTo(201);
    String given = server.hold("dan", show, seats("A-4-1")).text("id");
    assertThat(server.release("dan", given).status()).isEqualTo(204);
    assertThat(server.hold("eve", show, seats("A-5-1", "A-5-2")).status()).isEqualTo(201);
    assertThat(server.hold("fay", show, seats("A-5-2")).slug()).isEqualTo("seat-taken");

    // Boards hear of a commit a moment later, figures are kept for a second, and on a busy machine
    // a service may now and then answer too late.
    JsonNode look =
        until(
            show,
            seen ->
                seen.at("/seats/held").asLong() == 2
                    && seen.at("/bookings/cancelled").asLong() == 1
                    && seen.at("/conversion/released").asLong() == 1
                    && seen.at("/holds/live").asLong() == 1
                    && states(seen.get("services")).allMatch("up"::equals));

    assertThat(look.get("showId").asString()).isEqualTo(show);
    assertThat(look.get("server").asString()).isEqualTo("127.0.0.1:" + server.http().port());
    assertThat(look.get("seats").toString()).isEqualTo("{\"free\":145,\"held\":2,\"sold\":3}");
    assertThat(look.get("queue").isNull()).isTrue();
    assertThat(look.at("/holds/live").asLong()).isEqualTo(1);
    assertThat(sum(look.at("/holds/byAge"), "count")).isEqualTo(1);
    assertThat(look.at("/holds/byAge").valueStream().toList().getLast().has("toSeconds")).isFalse();
    assertThat(look.at("/holds/oldestSeconds").asLong()).isBetween(0L, 60L);
    assertThat(look.get("bookings").toString())
        .isEqualTo("{\"confirmed\":2,\"cancelled\":1,\"perMinute\":3}");
    assertThat(look.get("conversion").toString())
        .isEqualTo("{\"ended\":3,\"paid\":2,\"lapsed\":0,\"released\":1,\"ratio\":0.6667}");
    assertThat(look.get("revenue").toString()).isEqualTo("{\"points\":240,\"outside\":120}");
    assertThat(look.at("/claims/refused").toString()).isEqualTo("{\"seat-taken\":1}");
    assertThat(look.at("/claims/succeeded").asLong()).isEqualTo(9);
    assertThat(look.at("/claims/perSecond").asDouble()).isPositive();
    assertThat(look.at("/locks/failureRate").isNumber()).isTrue();
    assertThat(look.at("/locks/failureRate").asDouble()).isBetween(0.0, 0.5);
    assertThat(look.at("/responses/p99Millis").asDouble())
        .isGreaterThanOrEqualTo(look.at("/responses/p50Millis").asDouble())
        .isPositive();
    assertThat(look.at("/lanes/groupSizeMean").asDouble()).isGreaterThanOrEqualTo(1);
    assertThat(look.get("services").valueStream().map(each -> each.get("name").asString()))
        .contains("postgresql", "redis", "kafka", "claim-lanes");
    assertThat(states(look.get("services"))).containsOnly("up");
  }

  private static Stream<String> states(JsonNode services) {
    return services.valueStream().map(each -> each.get("state").asString());
  }

  @Test
  void aShowWithAWaitingRoomTellsHowItsLineIs() throws Exception {
    String show =
        server.show("\"waitingRoom\":{\"enabled\":true,\"admitPerSecond\":0,\"maxActive\":7}");
    for (String buyer : List.of("ann", "ben")) {
      assertThat(
              server
                  .send(
                      SaleServer.json(
                          server.as(buyer, Role.BUYER, "/api/v1/shows/" + show + "/queue"),
                          "POST",
                          "{}"))
                  .status())
          .isEqualTo(201);
    }

    JsonNode queue = until(show, look -> look.at("/queue/waiting").asLong(-1) == 2).get("queue");

    assertThat(queue.get("enabled").asBoolean()).isTrue();
    assertThat(queue.get("active").asLong()).isZero();
    assertThat(queue.get("maxActive").asLong()).isEqualTo(7);
    assertThat(queue.get("admitPerSecond").asLong()).isZero();
    assertThat(queue.get("admittedPerMinute").asLong()).isZero();
    assertThat(queue.get("conversion").isNull()).isTrue();
  }

  @Test
  void aStreamSendsLooksAndSamplesOfWhatIsInTheHistory() throws Exception {
    String show = server.show("");
    String token = server.http().token("olga", Role.OPERATOR);
    try (EventStreamClient stream =
        EventStreamClient.open(
            server.http(), path(show, "/sale/stream"), "Authorization: Bearer " + token)) {
      assertThat(stream.head().getFirst()).contains("200");
      EventStreamClient.Event first = stream.next();
      assertThat(first.name()).isEqualTo("look");
      assertThat(json(first.data()).at("/seats/free").asLong()).isEqualTo(150);
      server.hold("ann", show, seats("A-1-1"));
      EventStreamClient.Event next = stream.next();
      EventStreamClient.Event sample = null;
      boolean held = false;
      while (sample == null || !held) {
        if (next.name().equals("sample")) {
          sample = next;
        } else {
          held |= json(next.data()).at("/seats/held").asLong() == 1;
        }
        next = stream.next();
      }
      JsonNode sent = json(sample.data());
      JsonNode history = server.getAsOperator(path(show, "/sale/history")).json();
      assertThat(history.get("everySeconds").asLong()).isEqualTo(5);
      assertThat(history.get("at").valueStream().map(JsonNode::asLong))
          .contains(sent.get("at").asLong());
      assertThat(sent.get("values").propertyNames())
          .containsExactlyElementsOf(history.get("series").propertyNames())
          .containsExactly(
              "waiting",
              "active",
              "admittedPerMinute",
              "held",
              "sold",
              "revenue",
              "bookingsPerMinute",
              "soldPerMinute",
              "releasedPerMinute",
              "cancelledPerMinute",
              "refusedPerMinute",
              "lockFailureRate",
              "p50Millis",
              "p99Millis",
              "groupSizeMean");
      assertThat(sent.at("/values/waiting").isNull()).isTrue();
      assertThat(sent.at("/values/sold").asLong()).isZero();
    }
  }

  @Test
  void onlyOperatorsLook() throws Exception {
    String show = server.show("");
    for (String path : PATHS) {
      assertThat(server.get(path(show, path)).status()).as(path).isEqualTo(401);
      assertThat(server.getAs("ann", path(show, path)).slug()).as(path).isEqualTo("forbidden");
      Answer shop = server.send(server.as("till", Role.SHOP, path(show, path)));
      assertThat(shop.slug()).as(path).isEqualTo("forbidden");
    }
  }

  @Test
  void aShowThatIsNotThereHasNoSale() throws Exception {
    for (String path : PATHS) {
      for (String show : List.of("999999", "nonsense", "-1")) {
        assertThat(server.getAsOperator(path(show, path)).slug())
            .as(show + path)
            .isEqualTo("not-found");
      }
    }
  }

  private static JsonNode look(String show) throws Exception {
    Answer answer = server.getAsOperator(path(show, "/sale"));
    assertThat(answer.status()).isEqualTo(200);
    return answer.json();
  }

  private static JsonNode until(String show, Predicate<JsonNode> condition) {
    return Eventually.within(Duration.ofSeconds(30))
        .until("the sale looks like that", () -> look(show), condition);
  }

  private static long sum(JsonNode items, String field) {
    return items.valueStream().mapToLong(item -> item.get(field).asLong()).sum();
  }

  private static String path(String show, String rest) {
    return "/api/v1/shows/" + show + rest;
  }

  private static String seats(String... labels) {
    return "{\"seats\":[\"%s\"]}".formatted(String.join("\",\"", labels));
  }

  private static String buying(String show, String label) {
    return "{\"showId\":\"%s\",\"seats\":[\"%s\"]}".formatted(show, label);
  }

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text);
  }
}
