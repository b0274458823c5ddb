package dev.stampede.bench.claims;

import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.HttpRound;
import dev.stampede.bench.sale.SaleShow;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import dev.stampede.crowd.BuyerScript;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A thousand buyers at one seat, a new seat each round: what counts is how fast the others hear no.
 * Exactly one has to win; its own repeats are told of its hold and not counted.
 */
final class HotSeat implements Case {

  static final String NAME = "http hot seat refused";

  private static final int ROWS = 10;
  private static final int SEATS_PER_ROW = 100;
  private static final Duration SOLD_WITHIN = Duration.ofSeconds(5);
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  private final BenchSaleServer server;
  private @Nullable SaleShow show;
  private int nextSeat;

  HotSeat(BenchSaleServer server) {
    this.server = server;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CaseSample measure(Duration duration) throws InterruptedException {
    List<RenderedRequest> claims = claimsOfOneSeat();
    Contest contest = new Contest();
    HttpRound round =
        HttpRound.closed(server, duration, connection -> new Buyers(claims, connection, contest))
            .onlyAnswering(NAME, 409, 200, 201);
    contest.check();
    awaitSold();
    return round.sample(409);
  }

  /**
   * The winner's own answer may be cut off by the end of the round; its seat is held all the same.
   */
  private void awaitSold() throws InterruptedException {
    SaleShow contested = Objects.requireNonNull(show, "no seat was contested yet");
    long deadline = System.nanoTime() + SOLD_WITHIN.toNanos();
    while (held(contested) != nextSeat) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "%s: %d seats were contested and %d are held after %d s"
                .formatted(NAME, nextSeat, held(contested), SOLD_WITHIN.toSeconds()));
      }
      Thread.sleep(LOOK_EVERY);
    }
  }

  private int held(SaleShow contested) throws InterruptedException {
    return server.json(server.target().get(contested.path()), 200).required("held").asInt();
  }

  private List<RenderedRequest> claimsOfOneSeat() throws InterruptedException {
    SaleShow current = show;
    if (current == null || nextSeat == current.seats()) {
      current = server.newShow(ROWS, SEATS_PER_ROW);
      show = current;
      nextSeat = 0;
    }
    String body = "{\"seats\":[\"" + current.label(nextSeat++) + "\"]}";
    List<RenderedRequest> claims = new ArrayList<>();
    for (int buyer = 0; buyer < BenchSaleServer.BUYERS; buyer++) {
      claims.add(server.hold(buyer, current, body));
    }
    return claims;
  }

  /** The winners of the seat; one event loop writes them, the warm-up included. */
  private static final class Contest {

    private final List<Integer> winners = new ArrayList<>();

    /** A repeat may overtake the answer that says who won, so this is looked at in the end. */
    private final Set<Integer> toldOfTheirHold = new HashSet<>();

    void check() {
      Set<Integer> owners = new HashSet<>(toldOfTheirHold);
      owners.addAll(winners);
      if (winners.size() > 1 || owners.size() > 1) {
        throw new IllegalStateException(
            "%s: the seat was given to buyers %s and is said to be held by %s; it has to be one"
                .formatted(NAME, winners, toldOfTheirHold));
      }
    }
  }

  /** One connection, and its share of the buyers in turns. */
  private static final class Buyers implements BuyerScript {

    private final List<RenderedRequest> claims;
    private final Contest contest;
    private int buyer;
    private int asking;

    Buyers(List<RenderedRequest> claims, int connection, Contest contest) {
      this.claims = claims;
      this.contest = contest;
      this.buyer = connection % claims.size();
    }

    @Override
    public RenderedRequest next() {
      asking = buyer;
      buyer = (buyer + HttpRound.CONNECTIONS + 1) % claims.size();
      return claims.get(asking);
    }

    @Override
    public void answered(Response response) {
      if (response.status() == 201) {
        contest.winners.add(asking);
      } else if (response.status() == 200) {
        contest.toldOfTheirHold.add(asking);
      }
    }
  }
}
