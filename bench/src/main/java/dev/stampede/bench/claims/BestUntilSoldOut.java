package dev.stampede.bench.claims;

import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.HttpRound;
import dev.stampede.bench.sale.SaleShow;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import dev.stampede.crowd.BuyerScript;
import dev.stampede.crowd.LoadPlan;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Everybody wants the best two seats, until there are none. All seats have to be sold, each once:
 * the labels in the answers are compared after the clock has stopped.
 */
record BestUntilSoldOut(BenchSaleServer server) implements Case {

  static final String NAME = "http best two";

  private static final Duration VISIBLE_WITHIN = Duration.ofSeconds(1);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
  private static final int QUANTITY = 2;
  private static final int ROWS = 250;
  private static final int WARM_UP_ROWS = 25;

  /** A round shorter than this is part of a quick run, which sells a smaller show. */
  private static final Duration WORTH_A_WHOLE_SHOW = Duration.ofSeconds(1);

  private static final int SEATS_PER_ROW = 200;
  private static final Duration AT_MOST = Duration.ofMinutes(1);
  private static final JsonMapper MAPPER = JsonMapper.shared();

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CaseSample measure(Duration duration) throws InterruptedException {
    boolean quick = duration.compareTo(WORTH_A_WHOLE_SHOW) < 0;
    return sellOut(server.newShow(quick ? WARM_UP_ROWS : ROWS, SEATS_PER_ROW));
  }

  @Override
  public void warmUp(Duration duration) throws InterruptedException {
    sellOut(server.newShow(WARM_UP_ROWS, SEATS_PER_ROW));
  }

  private CaseSample sellOut(SaleShow show) throws InterruptedException {
    List<RenderedRequest> claims = new ArrayList<>();
    for (int buyer = 0; buyer < BenchSaleServer.BUYERS; buyer++) {
      claims.add(server.hold(buyer, show, "{\"best\":{\"quantity\":" + QUANTITY + "}}"));
    }
    Sale sale = new Sale(claims);
    LoadPlan plan = LoadPlan.closed(server.target(), HttpRound.CONNECTIONS, AT_MOST);
    HttpRound round =
        HttpRound.run(server, plan, connection -> new Buyers(sale)).onlyAnswering(NAME, 201, 409);
    checkSold(show, sale.answers);
    return round.sample(201);
  }

  private void checkSold(SaleShow show, List<byte[]> answers) throws InterruptedException {
    Set<String> sold = new HashSet<>();
    int given = 0;
    for (byte[] answer : answers) {
      for (JsonNode seat : MAPPER.readTree(answer).required("seats")) {
        sold.add(seat.asString());
        given++;
      }
    }
    int free = freeOnceTold(show);
    if (given != show.seats() || sold.size() != show.seats() || free != 0) {
      throw new IllegalStateException(
          "%s: of %d seats %d were given away, %d of them different, and %d are still free"
              .formatted(NAME, show.seats(), given, sold.size(), free));
    }
  }

  /** Counts are what readers see, and readers see a change within a second. */
  private int freeOnceTold(SaleShow show) throws InterruptedException {
    long deadline = System.nanoTime() + VISIBLE_WITHIN.toNanos();
    while (true) {
      int free = server.json(server.target().get(show.path()), 200).required("free").asInt();
      if (free == 0 || System.nanoTime() - deadline > 0) {
        return free;
      }
      Thread.sleep(LOOK_AGAIN);
    }
  }

  /** The state that all connections share; one event loop writes it. */
  private static final class Sale {

    private final List<RenderedRequest> claims;
    private final List<byte[]> answers = new ArrayList<>();
    private int asked;
    private boolean soldOut;

    Sale(List<RenderedRequest> claims) {
      this.claims = claims;
    }
  }

  /** Asks until told that there is nothing left. */
  private record Buyers(Sale sale) implements BuyerScript {

    @Override
    public @Nullable RenderedRequest next() {
      return sale.soldOut ? null : sale.claims.get(sale.asked++ % sale.claims.size());
    }

    @Override
    public void answered(Response response) {
      if (response.status() == 201) {
        sale.answers.add(response.body());
      } else {
        sale.soldOut = true;
      }
    }
  }
}
