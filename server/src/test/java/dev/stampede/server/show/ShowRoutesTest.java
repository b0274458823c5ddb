package dev.stampede.server.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.server.auth.Role;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class ShowRoutesTest {

  private static SaleServer sale;

  @BeforeAll
  static void start() {
    sale = SaleServer.start();
  }

  @AfterAll
  static void stop() {
    sale.close();
  }

  @Test
  void aShowIsCreatedWithDefaultsAndAllItsSeatsFree() throws Exception {
    Answer created =
        sale.create(
            """
            {"name":"Opening night","startsAt":"2030-01-31T20:30:00+01:00",
             "sections":[{"name":"A","price":9007199254740991,"rows":10,"seatsPerRow":20},
                         {"name":"Lawn","price":1,"capacity":500}]}""");

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.header("Location")).isEqualTo("/api/v1/shows/" + created.text("id"));
    assertThat(created.header("ETag")).isEqualTo("\"" + created.text("version") + "\"");
    JsonNode show = created.json();
    assertThat(show.get("startsAt").asString()).isEqualTo("2030-01-31T19:30:00Z");
    assertThat(show.get("free").asInt()).isEqualTo(700);
    assertThat(show.get("held").asInt()).isZero();
    assertThat(show.get("sold").asInt()).isZero();
    assertThat(show.get("maxSeatsPerHold").asInt()).isEqualTo(8);
    assertThat(show.get("holdSeconds").asInt()).isEqualTo(300);
    assertThat(show.get("paused").asBoolean()).isFalse();
    assertThat(show.get("closed").asBoolean()).isFalse();
    assertThat(show.has("maxSeatsPerBuyer")).isFalse();
    assertThat(show.has("waitingRoom")).isFalse();
    assertThat(show.get("sections").get(0).toString())
        .isEqualTo("{\"name\":\"A\",\"price\":9007199254740991,\"rows\":10,\"seatsPerRow\":20}");
    assertThat(show.get("sections").get(1).toString())
        .isEqualTo("{\"name\":\"Lawn\",\"price\":1,\"capacity\":500}");
    Instant now = Instant.parse(show.get("now").asString());
    assertThat(Instant.parse(show.get("saleOpensAt").asString()))
        .isBetween(now.minusSeconds(10), now.plusSeconds(1));
  }

  @Test
  void everythingThatWasSaidComesBack() throws Exception {
    String id =
        sale.show(
            """
            "saleOpensAt":"2029-12-01T10:00:00.123456Z","maxSeatsPerHold":4,"maxSeatsPerBuyer":6,
            "holdSeconds":90,"waitingRoom":{"enabled":true,"admitPerSecond":5,"maxActive":50,
            "passSeconds":60,"shuffleEarly":true}""");
    JsonNode show = sale.get("/api/v1/shows/" + id).json();

    assertThat(show.get("saleOpensAt").asString()).isEqualTo("2029-12-01T10:00:00.123456Z");
    assertThat(show.get("maxSeatsPerHold").asInt()).isEqualTo(4);
    assertThat(show.get("maxSeatsPerBuyer").asInt()).isEqualTo(6);
    assertThat(show.get("holdSeconds").asInt()).isEqualTo(90);
    assertThat(show.get("waitingRoom").toString())
        .isEqualTo(
            "{\"enabled\":true,\"admitPerSecond\":5,\"maxActive\":50,\"passSeconds\":60,"
                + "\"shuffleEarly\":true}");
  }

  @Test
  void onlyOperatorsCreateAndChangeShows() throws Exception {
    for (Role role : List.of(Role.BUYER, Role.SHOP)) {
      Answer refused =
          sale.send(SaleServer.json(sale.as("b", role, "/api/v1/shows"), "POST", "{}"));
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.slug()).isEqualTo("forbidden");
      String path = "/api/v1/shows/" + sale.show("");
      assertThat(sale.send(SaleServer.json(sale.as("b", role, path), "PATCH", "{}")).status())
          .isEqualTo(403);
    }
    assertThat(sale.send(SaleServer.json(sale.http().to("/api/v1/shows"), "POST", "{}")).status())
        .isEqualTo(401);
  }

  @Test
  void allThatIsWrongIsNamedAtOnce() throws Exception {
    Answer refused =
        sale.create(
            """
            {"name":" ","startsAt":"tomorrow","saleOpensAt":5,"colour":"red",
             "sections":[{"name":"A","price":0,"rows":10,"seatsPerRow":20},
                         {"name":"A","price":1,"rows":-1,"seatsPerRow":2},
                         {"name":"Ä","price":1.5,"capacity":500,"rows":1},
                         {"name":"D","price":9007199254740992},
                         {"price":"1","rows":300000,"seatsPerRow":null},
                         7],
             "maxSeatsPerHold":0,"maxSeatsPerBuyer":1001,"holdSeconds":86401,
             "waitingRoom":{"admitPerSecond":-1,"doors":2}}""");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.slug()).isEqualTo("invalid-field");
    assertThat(refused.wrongFields())
        .contains(
            "name",
            "startsAt",
            "saleOpensAt",
            "colour",
            "sections[0].price",
            "sections[1].name",
            "sections[1].rows",
            "sections[2].name",
            "sections[2].price",
            "sections[2].rows",
            "sections[3].price",
            "sections[3].rows",
            "sections[4].name",
            "sections[4].price",
            "sections[4].rows",
            "sections[4].seatsPerRow",
            "sections[5]");
    assertThat(refused.json().path("errors").size()).isEqualTo(20);
  }

  @Test
  void aWrongFieldIsNamedWithItsLimitAndTheFix() throws Exception {
    Answer refused =
        sale.create(
            """
            {"name":"n","startsAt":"2030-01-31T19:30:00Z",
             "sections":[{"name":"A","price":1,"rows":400,"seatsPerRow":400},
                         {"name":"B","price":1,"capacity":40001}],
             "holdSeconds":0,"waitingRoom":{"passSeconds":1}}""");

    assertThat(refused.json().path("errors").toString())
        .contains("sections have 200001 seats together; a show has at most 200000")
        .contains("holdSeconds is 0; give a whole number, 1..86400")
        .contains("waitingRoom.passSeconds is 1; give a whole number, 10..86400");
    assertThat(refused.wrongFields())
        .containsExactlyInAnyOrder("sections", "holdSeconds", "waitingRoom.passSeconds");
  }

  @Test
  void aShowWithAnInvalidBodyNameTimeOrSectionListIsRefused() throws Exception {
    for (String body : List.of("{}", "[]", "null", "7", "\"show\"")) {
      assertThat(sale.create(body).status()).as(body).isEqualTo(422);
    }
    assertThat(sale.create("{").slug()).isEqualTo("malformed-request");
    for (String name : List.of("", "x".repeat(201), "a\\u0000b", "a\\nb", "\\ud800", "\\u2028x")) {
      Answer refused = withName(name);
      assertThat(refused.wrongFields()).as(name).containsExactly("name");
    }
    assertThat(withName("x".repeat(200)).status()).isEqualTo(201);
    assertThat(withName("Zauberflöte 🎭").text("name")).isEqualTo("Zauberflöte 🎭");
    for (String time : List.of("2030-01-31", "+12030-01-31T00:00:00Z", "-0001-01-01T00:00:00Z")) {
      Answer refused =
          sale.create(
              """
              {"name":"n","startsAt":"%s","sections":[{"name":"A","price":1,"capacity":1}]}"""
                  .formatted(time));
      assertThat(refused.wrongFields()).as(time).containsExactly("startsAt");
    }
    String sections =
        IntStream.rangeClosed(1, 201)
            .mapToObj("{\"name\":\"S%d\",\"price\":1,\"capacity\":1}"::formatted)
            .collect(Collectors.joining(","));
    Answer tooMany =
        sale.create(
            """
            {"name":"n","startsAt":"2030-01-31T19:30:00Z","sections":[%s]}"""
                .formatted(sections));
    assertThat(tooMany.text("detail")).contains("sections is a list of 201").contains("1..200");
  }

  private static Answer withName(String name) throws Exception {
    return sale.create(
        """
        {"name":"%s","startsAt":"2030-01-31T19:30:00Z",
         "sections":[{"name":"A","price":1,"capacity":1}]}"""
            .formatted(name));
  }

  @Test
  void showsAreListedNewestFirstPageByPage() throws Exception {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      made.addFirst(sale.show(""));
    }
    List<String> listed = new ArrayList<>();
    String next = "";
    while (listed.size() < 5) {
      Answer page = sale.get("/api/v1/shows?limit=2" + next);
      assertThat(page.json().get("items").size()).isEqualTo(2);
      page.json().get("items").forEach(show -> listed.add(show.get("id").asString()));
      assertThat(page.json().get("items").get(0).get("free").asInt()).isPositive();
      next = "&cursor=" + page.text("nextCursor");
    }
    assertThat(listed.subList(0, 5)).isEqualTo(made);
  }

  @Test
  void aPageIsAskedForWithinLimits() throws Exception {
    for (String limit : List.of("0", "101", "-1", "x", "", "99999999999")) {
      Answer refused = sale.get("/api/v1/shows?limit=" + limit);
      assertThat(refused.status()).as(limit).isEqualTo(422);
      assertThat(refused.wrongFields()).containsExactly("limit");
    }
    for (String cursor : List.of("x", "0", "-1", "%00", "9".repeat(40), "x".repeat(100))) {
      Answer refused = sale.get("/api/v1/shows?cursor=" + cursor);
      assertThat(refused.status()).as(cursor).isEqualTo(422);
      assertThat(refused.wrongFields()).containsExactly("cursor");
    }
    assertThat(sale.get("/api/v1/shows?cursor=1").text("nextCursor")).isEmpty();
  }

  @Test
  void aShowThatIsNotThereIsNotFoundWhateverItIsCalled() throws Exception {
    for (String id : List.of("999999999", "0", "-1", "x", "%00", "1e3", "9".repeat(30), "01")) {
      Answer missing = sale.get("/api/v1/shows/" + id);
      assertThat(missing.status()).as(id).isEqualTo(404);
      assertThat(missing.slug()).isEqualTo("not-found");
      assertThat(sale.patch(id, "{\"paused\":true}").status()).as(id).isEqualTo(404);
    }
  }

  @Test
  void theTagIsThatOfTheSettingsAndCountsDoNotChangeIt() throws Exception {
    String id = sale.show("");
    Answer before = sale.get("/api/v1/shows/" + id);
    assertThat(sale.hold("alice", id, "{\"seats\":[\"A-1-1\"]}").status()).isEqualTo(201);
    sale.awaitSeats(id, "held", 1);
    Answer after = sale.get("/api/v1/shows/" + id);

    assertThat(after.json().get("free").asInt()).isEqualTo(149);
    assertThat(after.header("ETag")).isEqualTo(before.header("ETag"));
    Answer changed = sale.patch(id, "{\"paused\":true}");
    assertThat(changed.header("ETag")).isNotEqualTo(before.header("ETag"));
    assertThat(sale.get("/api/v1/shows/" + id).header("ETag")).isEqualTo(changed.header("ETag"));
  }

  @Test
  void aPatchChangesWhatItNamesAndNothingElse() throws Exception {
    String id = sale.show("\"waitingRoom\":{\"enabled\":true,\"admitPerSecond\":5}");
    assertThat(sale.patch(id, "{\"paused\":true}").json().get("paused").asBoolean()).isTrue();
    Answer more =
        sale.patch(
            id,
            """
            {"holdSeconds":60,"saleOpensAt":"2029-01-01T00:00:00Z",
             "waitingRoom":{"maxActive":7,"enabled":false}}""");

    JsonNode show = more.json();
    assertThat(show.get("paused").asBoolean()).isTrue();
    assertThat(show.get("holdSeconds").asInt()).isEqualTo(60);
    assertThat(show.get("saleOpensAt").asString()).isEqualTo("2029-01-01T00:00:00Z");
    assertThat(show.get("waitingRoom").get("admitPerSecond").asInt()).isEqualTo(5);
    assertThat(show.get("waitingRoom").get("maxActive").asInt()).isEqualTo(7);
    assertThat(show.get("waitingRoom").get("enabled").asBoolean()).isFalse();
    assertThat(sale.patch(id, "{\"waitingRoom\":null}").json().has("waitingRoom")).isFalse();
    assertThat(sale.patch(id, "{\"closed\":true}").json().get("paused").asBoolean()).isFalse();
    assertThat(sale.patch(id, "{\"paused\":true}").json().get("closed").asBoolean()).isTrue();
    assertThat(sale.patch(id, "{\"closed\":false}").json().get("closed").asBoolean()).isFalse();
  }

  @Test
  void aPatchNamesWhatCannotBeChanged() throws Exception {
    String id = sale.show("");
    Answer refused =
        sale.patch(
            id,
            """
            {"name":"x","sections":[],"free":1,"colour":"red","holdSeconds":null,"paused":"yes",
             "waitingRoom":{"enabled":null,"admitPerSecond":10001}}""");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.wrongFields())
        .containsExactlyInAnyOrder(
            "name",
            "sections",
            "free",
            "colour",
            "holdSeconds",
            "paused",
            "waitingRoom.enabled",
            "waitingRoom.admitPerSecond");
    assertThat(sale.get("/api/v1/shows/" + id).json().get("paused").asBoolean()).isFalse();
  }

  @Test
  void aPatchWithAnOutdatedTagGets412AndChangesNothing() throws Exception {
    String id = sale.show("");
    String tag = sale.get("/api/v1/shows/" + id).header("ETag");

    Answer first = patchIf(id, tag, "{\"paused\":true}");
    assertThat(first.status()).isEqualTo(200);
    Answer second = patchIf(id, tag, "{\"closed\":true}");
    assertThat(second.status()).isEqualTo(412);
    assertThat(second.slug()).isEqualTo("stale-version");
    assertThat(second.header("ETag")).isEqualTo(first.header("ETag"));
    assertThat(sale.get("/api/v1/shows/" + id).json().get("closed").asBoolean()).isFalse();

    assertThat(patchIf(id, "W/" + first.header("ETag"), "{}").status()).isEqualTo(412);
    assertThat(patchIf(id, "\"x\", " + first.header("ETag"), "{\"closed\":true}").status())
        .isEqualTo(200);
    assertThat(patchIf(id, "*", "{\"closed\":false}").status()).isEqualTo(200);
    assertThat(patchIf(id, "1", "{}").slug()).isEqualTo("malformed-request");
    assertThat(patchIf("999999999", tag, "{}").status()).isEqualTo(404);
  }

  private static Answer patchIf(String id, String tag, String json) throws Exception {
    return sale.send(
        SaleServer.json(sale.as("olga", Role.OPERATOR, "/api/v1/shows/" + id), "PATCH", json)
            .header("If-Match", tag));
  }

  @Test
  void aPatchMayCallItselfAMergePatchButNothingElse() throws Exception {
    String id = sale.show("");
    Answer merged = patchAs(id, "application/merge-patch+json; charset=utf-8");
    assertThat(merged.status()).isEqualTo(200);
    Answer refused = patchAs(id, "application/json-patch+json");
    assertThat(refused.status()).isEqualTo(415);
    assertThat(refused.header("Accept-Patch")).contains("application/merge-patch+json");
  }

  private static Answer patchAs(String id, String type) throws Exception {
    return sale.send(
        sale.as("olga", Role.OPERATOR, "/api/v1/shows/" + id)
            .header("Content-Type", type)
            .method(
                "PATCH", java.net.http.HttpRequest.BodyPublishers.ofString("{\"paused\":true}")));
  }
}
