package dev.stampede.bench.claims;

import dev.stampede.crowd.Request;
import dev.stampede.crowd.Script;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Claims of one seat each that nobody else has asked for, from as many shows as it takes. They are
 * rendered before the clock starts, as the echo is: the generator has to cost both the same.
 */
final class SeatSupply {

  private static final int SEATS_PER_ROW = 500;

  private final SaleServer server;
  private final int rows;
  private @Nullable SaleShow show;
  private int nextSeat;
  private int nextBuyer;

  /** Each show has so many seats; the most a show can have is 200,000. */
  SeatSupply(SaleServer server, int seatsOfAShow) {
    this.server = server;
    this.rows = seatsOfAShow / SEATS_PER_ROW;
  }

  /** At most so many claims; a new show is opened when this one has too few seats left. */
  Batch claims(int count) throws InterruptedException {
    SaleShow current = show;
    if (current == null || current.seats() - nextSeat < count) {
      current = server.newShow(rows, SEATS_PER_ROW);
      show = current;
      nextSeat = 0;
    }
    List<Request> claims = new ArrayList<>(count);
    for (int i = 0; i < Math.min(count, current.seats()); i++) {
      String body = "{\"seats\":[\"" + current.label(nextSeat + i) + "\"]}";
      claims.add(server.hold(nextBuyer + i, current, body));
    }
    return new Batch(claims);
  }

  /** The claims of one round, handed out one by one to all connections of one event loop. */
  final class Batch implements Script {

    private final List<Request> claims;
    private int handedOut;

    private Batch(List<Request> claims) {
      this.claims = claims;
    }

    @Override
    public @Nullable Request next() {
      return handedOut < claims.size() ? claims.get(handedOut++) : null;
    }

    /** What was not handed out is there for the next round. */
    void close() {
      nextSeat += handedOut;
      nextBuyer = (nextBuyer + handedOut) % SaleServer.BUYERS;
    }
  }
}
