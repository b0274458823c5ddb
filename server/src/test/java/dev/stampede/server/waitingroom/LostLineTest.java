package dev.stampede.server.waitingroom;

import static dev.stampede.server.waitingroom.RoomServer.position;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.EventStreamClient;
import dev.stampede.server.SaleClient.Answer;
import dev.stampede.server.SaleServer;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TcpProxy;
import dev.stampede.testkit.TestServices;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Bad days: Redis away, and Redis emptied. */
final class LostLineTest {

  private static final Duration WITHIN = Duration.ofSeconds(30);

  @Test
  void whileRedisIsAwayTheLineSaysSoAndAfterwardsEverybodyStandsWhereTheyStood() throws Exception {
    try (TcpProxy proxy = TcpProxy.to(SaleServer.Lines.sharedRedis());
        RoomServer server =
            new RoomServer(RoomServer.AT_WILL, 10, RoomServer.QUICK, proxy.port())) {
      String show = server.waitingShow();
      List<String> buyers = List.of("ann", "ben", "cid");
      for (String buyer : buyers) {
        server.join(buyer, show);
      }

      proxy.cutOff();

      Answer refused = server.join("dan", show);
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.slug()).isEqualTo("queue-unavailable");
      assertThat(refused.text("detail")).contains("if you had a place, you keep it");
      assertThat(refused.header("Retry-After")).matches("[1-9][0-9]*");
      assertThat(server.leave("ann", show).slug()).isEqualTo("queue-unavailable");
      Eventually.within(WITHIN)
          .until(
              "what was seen last is too old to be told",
              () -> server.look("ann", show).slug().equals("queue-unavailable"));

      proxy.mend();
      for (int i = 0; i < buyers.size(); i++) {
        String buyer = buyers.get(i);
        Answer back =
            Eventually.within(WITHIN)
                .until(
                    buyer + " is told again",
                    () -> server.look(buyer, show),
                    answer -> answer.status() == 200);
        assertThat(position(back)).as(buyer).isEqualTo(i + 1);
      }
      // While the breaker tries whether Redis is back, a call more is refused.
      Answer joined =
          Eventually.within(WITHIN)
              .until(
                  "dan is in line",
                  () -> server.join("dan", show),
                  answer -> answer.status() / 100 == 2);
      assertThat(position(joined)).isEqualTo(4);
    }
  }

  @Test
  void afterALossATokenRestoresItsPlaceAheadOfNewcomers() throws Exception {
    try (RoomServer server = RoomServer.start()) {
      String show = server.waitingShow();
      String ann = server.join("ann", show).text("placeToken");
      String ben = server.join("ben", show).text("placeToken");
      String cid = server.join("cid", show).text("placeToken");
      server.leave("cid", show);

      TestServices.shared().loseKeys(server.sale().keyPrefix());

      Eventually.within(WITHIN)
          .until("a newcomer gets in", () -> server.join("new", show).status() / 100 == 2);
      // A position may be as old as the server's view of the line.
      Eventually.within(WITHIN)
          .until("ben is first", () -> position(server.look("ben", show, ben)) == 1);
      Eventually.within(WITHIN)
          .until("the newcomer is behind", () -> position(server.look("new", show)) == 2);
      assertThat(server.join("ann", show, ann).status() / 100).isEqualTo(2);
      Eventually.within(WITHIN)
          .until(
              "all stand as before",
              () ->
                  position(server.look("ann", show)) == 1
                      && position(server.look("ben", show)) == 2
                      && position(server.look("new", show)) == 3);
      assertThat(server.join("cid", show, cid).status()).as("had left").isEqualTo(201);
      Eventually.within(WITHIN)
          .until("who had left is last", () -> position(server.look("cid", show)) == 4);
    }
  }

  /**
   * It failed while the watcher looked without the place that it was told: it heard that its place
   * was gone.
   */
  @Test
  void anOpenStreamRestoresItsBuyersPlaceAfterALoss() throws Exception {
    try (RoomServer server = RoomServer.start()) {
      String show = server.waitingShow();
      server.join("ann", show);
      server.join("ben", show);
      try (EventStreamClient stream = server.watch("ben", show)) {
        String before = token(stream.next());

        TestServices.shared().loseKeys(server.sale().keyPrefix());

        EventStreamClient.Event next = stream.next();
        assertThat(next.name()).as("%s", next).isEqualTo("place");
        assertThat(token(next)).as("of the next epoch").isNotEqualTo(before);
        assertThat(server.look("ben", show).status()).isEqualTo(200);
        Eventually.within(WITHIN)
            .until(
                "ann, without her token, is not", () -> server.look("ann", show).status() == 404);
      }
    }
  }

  @Test
  void anAdmittedBuyerKeepsTheSamePassAfterALoss() throws Exception {
    try (RoomServer server = RoomServer.start()) {
      String show = server.show("\"enabled\":true,\"admitPerSecond\":100");
      server.join("ann", show);
      Answer inside =
          Eventually.within(WITHIN)
              .until(
                  "ann is inside",
                  () -> server.look("ann", show),
                  answer -> answer.text("state").equals("admitted"));

      TestServices.shared().loseKeys(server.sale().keyPrefix());

      Answer after =
          Eventually.within(WITHIN)
              .until(
                  "it is told again",
                  () -> {
                    Answer answer = server.look("ann", show);
                    assertThat(answer.status()).as("%s", answer).isIn(200, 503);
                    return answer;
                  },
                  answer -> answer.status() == 200);
      assertThat(after.text("pass")).isEqualTo(inside.text("pass"));
    }
  }

  private static String token(EventStreamClient.Event event) {
    return JsonMapper.shared().readTree(event.data()).path("placeToken").asString();
  }
}
