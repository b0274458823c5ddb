package dev.stampede.bench.waitingroom;

import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.HttpRound;
import dev.stampede.crowd.BuyerScript;
import dev.stampede.crowd.LoadPlan;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Response;
import dev.stampede.engine.claim.Buyer;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Those of the people who have a token. They get it from the development issuer before the clock
 * starts: a server with a secret that we know, with which we could sign them here, has no echo.
 */
final class TokenHolders {

  private static final String PATH = "/api/v1/dev/tokens";
  private static final Duration WITHIN = Duration.ofSeconds(60);
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private final BenchSaleServer server;
  private final int apart;
  private final String[] tokens;
  private int asked;

  private TokenHolders(BenchSaleServer server, RoomSchedule schedule) {
    this.server = server;
    this.apart = schedule.apart();
    this.tokens = new String[schedule.holders()];
  }

  static TokenHolders of(BenchSaleServer server, RoomSchedule schedule)
      throws InterruptedException {
    TokenHolders holders = new TokenHolders(server, schedule);
    LoadPlan plan = LoadPlan.closed(server.target(), HttpRound.CONNECTIONS, WITHIN);
    HttpRound.run(server, plan, connection -> holders.new Asking())
        .onlyAnswering("asking for tokens", 201);
    if (holders.asked < holders.count()) {
      throw new IllegalStateException(
          "only %d of %d tokens were given out within %d s"
              .formatted(holders.asked, holders.count(), WITHIN.toSeconds()));
    }
    return holders;
  }

  int count() {
    return tokens.length;
  }

  /** Returns the buyer of this holder, counted from 0. */
  Buyer buyer(int holder) {
    return People.number(holder * apart);
  }

  /** The same request from this one; behind the last comes the first again. */
  RenderedRequest from(int holder, RenderedRequest request) {
    return request.with("Authorization", "Bearer " + tokens[holder % tokens.length]);
  }

  /** The same request from each of them. */
  List<RenderedRequest> each(RenderedRequest request) {
    return IntStream.range(0, count()).mapToObj(holder -> from(holder, request)).toList();
  }

  /** One connection that asks for one token after the other; all share an event loop. */
  private final class Asking implements BuyerScript {

    private int holder;

    @Override
    public @Nullable RenderedRequest next() {
      if (asked == tokens.length) {
        return null;
      }
      holder = asked++;
      return server
          .target()
          .post(PATH, "{\"sub\":\"%s\",\"roles\":[\"buyer\"]}".formatted(buyer(holder).sub()));
    }

    @Override
    public void answered(Response response) {
      tokens[holder] = MAPPER.readTree(response.body()).path("token").asString("");
    }
  }
}
