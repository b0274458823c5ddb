package dev.stampede.bench.waitingroom;

import dev.stampede.bench.sale.HttpRound;
import dev.stampede.bench.sale.SaleServer;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.Sample;
import dev.stampede.crowd.Request;
import dev.stampede.crowd.Script;
import java.time.Duration;
import java.util.List;

/** Requests that are made one after the other, and from the first again; each is answered 200. */
record InTurn(String name, SaleServer server, List<Request> requests) implements Case {

  InTurn {
    requests = List.copyOf(requests);
  }

  @Override
  public Sample measure(Duration duration) throws InterruptedException {
    Script script = new Circle(requests);
    return HttpRound.closed(server, duration, connection -> script)
        .onlyAnswering(name, 200)
        .sample(200);
  }

  /** Shared by the connections of one event loop. */
  private static final class Circle implements Script {

    private final List<Request> requests;
    private int next;

    Circle(List<Request> requests) {
      this.requests = requests;
    }

    @Override
    public Request next() {
      Request request = requests.get(next);
      next = next + 1 == requests.size() ? 0 : next + 1;
      return request;
    }
  }
}
