package dev.stampede.server.buyer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.server.auth.Role;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class BuyerRoutesTest {

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
  void anOperatorSeesWhatABuyerHas() throws Exception {
    String show = server.show("");
    server.fund("ann%20lee", 1_000);
    String hold = server.hold("ann lee", show, "{\"seats\":[\"A-1-1\"]}").text("id");
    String booking =
        server
            .book("ann lee", "{\"showId\":\"%s\",\"seats\":[\"A-1-2\"]}".formatted(show))
            .text("id");

    Answer buyer = server.getAsOperator("/api/v1/buyers/ann%20lee");

    assertThat(buyer.status()).isEqualTo(200);
    assertThat(buyer.text("buyer")).isEqualTo("ann lee");
    assertThat(buyer.json().get("balance").asLong()).isEqualTo(880);
    assertThat(buyer.json().get("moreHolds").asBoolean()).isFalse();
    assertThat(buyer.json().get("holds").valueStream().map(each -> each.get("id").asString()))
        .containsExactly(hold);
    assertThat(buyer.json().at("/holds/0/showId").asString()).isEqualTo(show);
    Answer own = server.getAs("ann lee", "/api/v1/bookings");
    Answer bookings = server.getAsOperator("/api/v1/buyers/ann%20lee/bookings");
    assertThat(bookings.json().at("/items/0/id").asString())
        .isEqualTo(booking)
        .isEqualTo(own.json().at("/items/0/id").asString());
    Answer newest = server.getAsOperator("/api/v1/buyers/ann%20lee/entries?limit=1");
    assertThat(newest.json().at("/items/0/kind").asString()).isEqualTo("payment");
    Answer older =
        server.getAsOperator(
            "/api/v1/buyers/ann%20lee/entries?cursor=" + newest.text("nextCursor"));
    assertThat(older.json().at("/items/0/amount").asLong()).isEqualTo(1_000);
    Answer one = server.getAsOperator("/api/v1/bookings/" + booking);
    assertThat(one.status()).isEqualTo(200);
    assertThat(one.texts("seats")).containsExactly("A-1-2");
    assertThat(server.getAs("ben", "/api/v1/bookings/" + booking).slug()).isEqualTo("not-found");
  }

  @Test
  void ofABuyerThatNobodyHasHeardOfThereIsNothing() throws Exception {
    Answer nobody = server.getAsOperator("/api/v1/buyers/nobody");
    assertThat(nobody.json().get("balance").asLong()).isZero();
    assertThat(nobody.json().get("holds").isEmpty()).isTrue();
    for (String list : List.of("/bookings", "/entries")) {
      Answer page = server.getAsOperator("/api/v1/buyers/nobody" + list);
      assertThat(page.status()).as(list).isEqualTo(200);
      assertThat(page.json().get("items").isEmpty()).as(list).isTrue();
    }
  }

  @Test
  void anImpossibleBuyerIsNotFoundAndAnInvalidCursorOrLimitIsNamed() throws Exception {
    assertThat(server.getAsOperator("/api/v1/buyers/" + "x".repeat(129)).slug())
        .isEqualTo("not-found");
    assertThat(server.getAsOperator("/api/v1/buyers/a%07b").slug()).isEqualTo("not-found");
    for (String list : List.of("/bookings", "/entries")) {
      assertThat(server.getAsOperator("/api/v1/buyers/ann" + list + "?cursor=x").wrongFields())
          .as(list)
          .containsExactly("cursor");
      assertThat(server.getAsOperator("/api/v1/buyers/ann" + list + "?limit=0").wrongFields())
          .as(list)
          .containsExactly("limit");
    }
  }

  @Test
  void buyersDoNotLookEachOtherUp() throws Exception {
    for (String path : List.of("", "/bookings", "/entries")) {
      assertThat(server.getAs("ann", "/api/v1/buyers/ann" + path).slug()).isEqualTo("forbidden");
      assertThat(server.send(server.as("till", Role.SHOP, "/api/v1/buyers/ann" + path)).slug())
          .isEqualTo("forbidden");
    }
  }
}
