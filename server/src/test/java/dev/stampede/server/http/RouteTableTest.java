package dev.stampede.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.server.auth.Access;
import dev.stampede.server.http.RouteTable.Match;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RouteTableTest {

  private static final Access ANYONE = Access.anyone();

  private final RouteTable table =
      table(
          new Routes()
              .get("/", ANYONE, RouteTableTest::nothing)
              .get("/shows", ANYONE, RouteTableTest::nothing)
              .post("/shows", ANYONE, RouteTableTest::nothing)
              .get("/shows/{id}", ANYONE, RouteTableTest::nothing)
              .get("/shows/{id}/seats", ANYONE, RouteTableTest::nothing)
              .get("/shows/{id}/seats/{seat}", ANYONE, RouteTableTest::nothing)
              .delete("/shows/newest/seats/{seat}", ANYONE, RouteTableTest::nothing));

  @Test
  void aPathFindsItsTemplateAndKeepsItsSegments() {
    assertThat(found("GET", "/")).isEqualTo("/");
    assertThat(found("POST", "/shows")).isEqualTo("/shows");
    assertThat(found("GET", "/shows/17/seats")).isEqualTo("/shows/{id}/seats");
    assertThat(table.match("GET", "/shows/a%2Fb"))
        .isInstanceOfSatisfying(
            Match.Found.class,
            match -> {
              assertThat(match.template()).containsExactly("", "shows", "{id}");
              assertThat(match.path()).containsExactly("", "shows", "a%2Fb");
            });
  }

  @Test
  void aNamedSegmentWinsOverAParameterWhereItLeadsAnywhere() {
    assertThat(found("DELETE", "/shows/newest/seats/1")).isEqualTo("/shows/newest/seats/{seat}");
    assertThat(found("GET", "/shows/newest/seats")).isEqualTo("/shows/{id}/seats");
    assertThat(found("GET", "/shows/newest")).isEqualTo("/shows/{id}");
    assertThat(found("GET", "/shows/17/seats/1")).isEqualTo("/shows/{id}/seats/{seat}");
  }

  @Test
  void aPathThatFitsNoTemplateIsUnknown() {
    for (String path :
        List.of("", "//", "/shows/", "/shows//seats", "/shows/1/", "/shows/1/seats/", "shows/1")) {
      assertThat(table.match("GET", path)).as(path).isInstanceOf(Match.Unknown.class);
    }
    for (String path : List.of("/Shows", "/shows/1/seat", "/shows/1/seats/2/3", "/{id}", "/x/..")) {
      assertThat(table.match("GET", path)).as(path).isInstanceOf(Match.Unknown.class);
    }
  }

  @Test
  void aMethodIsFoundOrTheOthersAreTold() {
    assertThat(found("HEAD", "/shows/17")).isEqualTo("/shows/{id}");
    assertThat(table.match("PATCH", "/shows"))
        .isInstanceOfSatisfying(
            Match.WrongMethod.class,
            wrong -> assertThat(wrong.allowed()).containsExactly("GET", "HEAD", "OPTIONS", "POST"));
  }

  @Test
  void twoRoutesOfOneMethodAndTemplateAreRefused() {
    Routes twice =
        new Routes()
            .get("/a/{b}", ANYONE, RouteTableTest::nothing)
            .get("/a/{b}", ANYONE, RouteTableTest::nothing);

    assertThatThrownBy(() -> table(twice)).hasMessageContaining("two routes for GET /a/{b}");
  }

  private String found(String method, String path) {
    return ((Match.Found) table.match(method, path)).timed().route().template();
  }

  private static RouteTable table(Routes routes) {
    return new RouteTable(routes.all(), new RequestTimers(new SimpleMeterRegistry(), _ -> {}));
  }

  private static Answer nothing(Request request) {
    return JsonAnswer.noContent();
  }
}
