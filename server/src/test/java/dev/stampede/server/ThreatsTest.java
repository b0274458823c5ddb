package dev.stampede.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Role;
import dev.stampede.server.http.Route;
import dev.stampede.server.limit.LimitSettings;
import dev.stampede.testkit.Eventually;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tries every route as an attacker who wants what is not theirs. The other threats of {@code
 * docs/security.md} have tests beside what they threaten.
 */
final class ThreatsTest {

  /** The callers that each route accepts; a route that is missing here fails the test. */
  private static final String WHO_MAY =
      """
      anyone           DELETE /api/v1/session
      anyone           GET    /api/v1/shows
      anyone           GET    /api/v1/shows/{id}
      anyone           GET    /api/v1/shows/{id}/queue/proof
      anyone           GET    /api/v1/shows/{id}/seats
      anyone           GET    /api/v1/shows/{id}/seats/stream
      anyone           POST   /api/v1/dev/echo
      anyone           POST   /api/v1/dev/tokens
      authenticated    POST   /api/v1/session
      buyer            DELETE /api/v1/holds/{id}
      buyer            DELETE /api/v1/shows/{id}/queue
      buyer            GET    /api/v1/bookings
      buyer            GET    /api/v1/holds
      buyer            GET    /api/v1/holds/{id}
      buyer            GET    /api/v1/operations/{id}
      buyer            GET    /api/v1/operations/{id}/stream
      buyer            GET    /api/v1/shows/{id}/queue
      buyer            GET    /api/v1/shows/{id}/queue/stream
      buyer            GET    /api/v1/wallet
      buyer            GET    /api/v1/wallet/entries
      buyer            POST   /api/v1/shows/{id}/holds
      buyer            POST   /api/v1/shows/{id}/queue
      buyer            POST   /api/v1/wallet/top-ups
      buyer,operator   GET    /api/v1/bookings/{id}
      buyer,operator   POST   /api/v1/bookings/{id}/cancel
      buyer,shop       POST   /api/v1/bookings
      operator         DELETE /api/v1/consumers/{name}/parked/{id}
      operator         DELETE /api/v1/demo/crowd
      operator         DELETE /api/v1/jobs/{id}
      operator         GET    /api/v1/alerts
      operator         GET    /api/v1/buyers/{buyer}
      operator         GET    /api/v1/buyers/{buyer}/bookings
      operator         GET    /api/v1/buyers/{buyer}/entries
      operator         GET    /api/v1/consumers
      operator         GET    /api/v1/consumers/{name}/parked
      operator         GET    /api/v1/demo/crowd
      operator         GET    /api/v1/jobs
      operator         GET    /api/v1/logging
      operator         GET    /api/v1/matchmaker
      operator         GET    /api/v1/shows/{id}/sale
      operator         GET    /api/v1/shows/{id}/sale/history
      operator         GET    /api/v1/shows/{id}/sale/stream
      operator         PATCH  /api/v1/logging
      operator         PATCH  /api/v1/shows/{id}
      operator         POST   /api/v1/consumers/{name}/parked/{id}/drop
      operator         POST   /api/v1/consumers/{name}/parked/{id}/retry
      operator         POST   /api/v1/consumers/{name}/parked/{id}/skip
      operator         POST   /api/v1/demo/crowd
      operator         POST   /api/v1/jobs/{id}/retry
      operator         POST   /api/v1/shows
      operator         POST   /api/v1/shows/{id}/holds/extend
      operator,shop    GET    /api/v1/refunds
      operator,shop    POST   /api/v1/refunds/{id}/paid
      operator,shop    POST   /api/v1/wallets/{buyer}/top-ups
      """;

  /** An id that no show, hold, booking, job or buyer ever had. */
  private static final String NOBODY = "999999999";

  private static SaleServer sale;
  private static ServerClient server;

  @BeforeAll
  static void start() {
    sale = SaleServer.start();
    server = sale.http();
  }

  @AfterAll
  static void stop() {
    sale.close();
  }

  @Test
  void everyRouteSaysWhoMayCallIt() {
    Map<String, String> offered = new TreeMap<>();
    for (Route route : api()) {
      offered.put(nameOf(route), inWords(route.access()));
    }

    assertThat(offered).isEqualTo(whoMay());
  }

  @Test
  void routesOutsideTheApiAllowOnlyGet() {
    assertThat(sale.routes())
        .filteredOn(route -> !route.template().startsWith("/api/"))
        .isNotEmpty()
        .allMatch(route -> route.method().equals("GET"));
  }

  @Test
  void nobodyGetsInWithoutATokenOrWithABadOne() throws Exception {
    for (Route route : api()) {
      HttpResponse<String> without = server.send(call(route));
      HttpResponse<String> bad =
          server.send(call(route).header("Authorization", "Bearer " + forged()));
      if (route.access().need() == Access.Need.CREDENTIALS) {
        assertRefused(without, 401, "unauthenticated", route);
        assertThat(without.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
        assertRefused(bad, 401, "unauthenticated", route);
      } else {
        assertThat(without.statusCode()).as(nameOf(route)).isNotIn(401, 403);
      }
    }
  }

  @Test
  void nobodyGetsInWithTheWrongRole() throws Exception {
    for (Route route : api()) {
      if (route.access().anyOf().isEmpty()) {
        continue;
      }
      assertRefused(send(route, List.of()), 403, "forbidden", route);
      for (Role role : Role.values()) {
        HttpResponse<String> answer = send(route, List.of(role));
        if (route.access().anyOf().contains(role)) {
          assertThat(answer.statusCode()).as("%s as %s", nameOf(route), role).isNotIn(401, 403);
        } else {
          assertRefused(answer, 403, "forbidden", route);
        }
      }
    }
  }

  @Test
  void aCookieChangesNothing() throws Exception {
    for (Route route : api()) {
      if (!route.method().equals("GET")
          && route.access().need() == Access.Need.CREDENTIALS
          && !route.access().anyOf().isEmpty()) {
        Role role = route.access().anyOf().iterator().next();
        HttpResponse<String> session =
            server.send(
                server
                    .to("/api/v1/session")
                    .header("Authorization", "Bearer " + server.token("vic", role))
                    .POST(BodyPublishers.noBody()));
        String cookie = session.headers().firstValue("Set-Cookie").orElseThrow();

        HttpResponse<String> answer = server.send(call(route).header("Cookie", cookie));

        assertRefused(answer, 401, "unauthenticated", route);
      }
    }
  }

  /** No header of any answer lets another site's page read what we say. */
  @Test
  void anotherSitesPageIsToldNothing() throws Exception {
    for (Route route : api()) {
      HttpResponse<String> asked =
          server.send(
              server
                  .to(path(route))
                  .header("Origin", "https://evil.example")
                  .header("Access-Control-Request-Method", route.method())
                  .method("OPTIONS", BodyPublishers.noBody()));
      HttpResponse<String> called =
          server.send(call(route).header("Origin", "https://evil.example"));

      for (HttpResponse<String> answer : List.of(asked, called)) {
        assertThat(answer.headers().map().keySet())
            .as(nameOf(route))
            .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control"));
      }
    }
  }

  /**
   * Every route that a buyer may call and that names something by its id treats another buyer's as
   * none: its answer does not even betray that it exists.
   */
  @Test
  void anotherBuyersIdIsAnsweredLikeOneThatDoesNotExist() throws Exception {
    String show = sale.show("");
    sale.fund("ann", 1_000);
    String hold = sale.hold("ann", show, "{\"seats\":[\"A-1-1\"]}").text("id");
    String paid = sale.hold("ann", show, "{\"seats\":[\"A-1-2\"]}").text("id");
    String booking = sale.pay("ann", paid).text("id");
    Map<String, String> ofAnn =
        Map.of(
            "/api/v1/holds/{id}",
            hold,
            "/api/v1/bookings/{id}",
            booking,
            "/api/v1/operations/{id}",
            sale.receipt("ann"));
    Map<String, String> never =
        Map.of(
            "/api/v1/holds/{id}",
            HoldId.fresh(0).toString(),
            "/api/v1/bookings/{id}",
            BookingId.fresh(0).toString(),
            "/api/v1/operations/{id}",
            "1.bm90aGluZw.bm90aGluZw");

    int tried = 0;
    for (Route route : api()) {
      boolean personal =
          route.access().anyOf().contains(Role.BUYER)
              && route.template().contains("{")
              && !route.template().startsWith("/api/v1/shows/{id}");
      if (personal) {
        String named = route.template().replaceFirst("(\\{\\w+\\}).*", "$1");
        assertThat(ofAnn)
            .as("say what of another's %s could name", nameOf(route))
            .containsKey(named);
        Answer anothers =
            asBen(route, route.template().replaceFirst("\\{\\w+\\}", ofAnn.get(named)));
        Answer nothing =
            asBen(route, route.template().replaceFirst("\\{\\w+\\}", never.get(named)));

        assertThat(anothers.status()).as(nameOf(route)).isEqualTo(404);
        assertThat(anothers.text("detail")).isEqualTo(nothing.text("detail"));
        assertThat(anothers.json().propertyNames()).isEqualTo(nothing.json().propertyNames());
        tried++;
      }
    }
    assertThat(tried).isGreaterThanOrEqualTo(4);
    assertThat(sale.pay("ben", hold).status()).as("another's hold").isEqualTo(404);
    assertThat(sale.getAs("ben", "/api/v1/holds").json().path("items")).isEmpty();
    assertThat(sale.getAs("ben", "/api/v1/bookings").json().path("items")).isEmpty();
    assertThat(sale.getAs("ann", "/api/v1/holds/" + hold).status()).as("untouched").isEqualTo(200);
    assertThat(sale.getAs("ann", "/api/v1/bookings/" + booking).text("state"))
        .isEqualTo("confirmed");
  }

  /** Of the same moment, so that only chance tells them apart: every bit of it falls both ways. */
  @Test
  void idsCannotBeGuessedFromOneAnother() {
    int ids = 2_000;
    Set<String> seen = new HashSet<>();
    int[] ones = new int[Long.SIZE];
    for (int i = 0; i < ids; i++) {
      UUID id = BookingId.fresh(1_000).value();
      seen.add(id.toString());
      BitSet bits = BitSet.valueOf(new long[] {id.getLeastSignificantBits()});
      bits.stream().forEach(bit -> ones[bit]++);
    }
    assertThat(seen).hasSize(ids);
    for (int bit = 0; bit < 62; bit++) {
      assertThat(ones[bit]).as("bit %d", bit).isBetween(ids / 3, 2 * ids / 3);
    }
  }

  /** One buyer with many tabs must not take the streams that are there for a crowd. */
  @Test
  void oneClientCannotTakeAllStreams() throws Exception {
    String show = sale.show("");
    String path = "/api/v1/shows/" + show + "/seats/stream";
    List<EventStreamClient> open = new ArrayList<>();
    try {
      for (int i = 0; i < 8; i++) {
        open.add(EventStreamClient.open(server, path));
      }
      Answer refused = sale.get(path);

      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.slug()).isEqualTo("rate-limited");
      assertThat(refused.header("Retry-After")).isNotEmpty();
    } finally {
      for (EventStreamClient each : open) {
        each.close();
      }
    }
  }

  /**
   * Every route that moves a seat or a point is behind the claim limits; a new route that is not
   * fails here.
   */
  @Test
  void nobodyMovesSeatsOrPointsAsOftenAsTheyLike() throws Exception {
    LimitSettings once = new LimitSettings(1, 1, 1, Duration.ofSeconds(5));
    try (SaleServer limited = SaleServer.with(once)) {
      for (Route route : api()) {
        boolean moves =
            !route.method().equals("GET")
                && route.access().anyOf().contains(Role.BUYER)
                && !route.template().endsWith("/queue");
        if (moves) {
          String buyer = "buyer-" + UUID.randomUUID();
          // Again and again: on a busy machine a few calls may be as slow as is allowed.
          var _ =
              Eventually.within(Duration.ofSeconds(30))
                  .until(
                      nameOf(route) + " is refused",
                      () -> tried(limited, buyer, route),
                      status -> status == 429);
        }
      }
    }
  }

  private static int tried(SaleServer limited, String buyer, Route route) throws Exception {
    HttpRequest.Builder call = limited.as(buyer, Role.BUYER, path(route));
    return limited.send(call.method(route.method(), BodyPublishers.noBody())).status();
  }

  private Answer asBen(Route route, String path) throws Exception {
    return sale.send(
        sale.as("ben", Role.BUYER, path).method(route.method(), BodyPublishers.noBody()));
  }

  private static HttpResponse<String> send(Route route, List<Role> roles) throws Exception {
    // A name for each call, so that nobody asks too often.
    String token = server.token("caller-" + UUID.randomUUID(), roles.toArray(Role[]::new));
    return server.send(call(route).header("Authorization", "Bearer " + token));
  }

  private static HttpRequest.Builder call(Route route) {
    return server.to(path(route)).method(route.method(), BodyPublishers.noBody());
  }

  private static String path(Route route) {
    return route.template().replaceAll("\\{\\w+\\}", NOBODY);
  }

  /** Well formed, and signed by somebody else. */
  private static String forged() {
    String good = server.token("ann", Role.values());
    return good.substring(0, good.lastIndexOf('.') + 1) + "A".repeat(43);
  }

  private static void assertRefused(
      HttpResponse<String> answer, int status, String slug, Route route) {
    assertThat(answer.statusCode()).as("%s: %s", nameOf(route), answer.body()).isEqualTo(status);
    assertThat(answer.body()).contains("/problems/" + slug);
  }

  private static List<Route> api() {
    return sale.routes().stream().filter(route -> route.template().startsWith("/api/")).toList();
  }

  private static String nameOf(Route route) {
    return route.method() + " " + route.template();
  }

  private static String inWords(Access access) {
    return switch (access.need()) {
      case NOTHING, GOOD_IF_SENT -> "anyone";
      case CREDENTIALS ->
          access.anyOf().isEmpty()
              ? "authenticated"
              : access.anyOf().stream().map(Role::label).sorted().collect(Collectors.joining(","));
    };
  }

  private static Map<String, String> whoMay() {
    Map<String, String> table = new TreeMap<>();
    WHO_MAY
        .lines()
        .map(line -> Stream.of(line.split(" +", -1)).toList())
        .forEach(line -> table.put(line.get(1) + " " + line.get(2), line.get(0)));
    return table;
  }
}
