package dev.stampede.bench.waitingroom;

import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.HttpRound;
import dev.stampede.bench.turns.Case;
import dev.stampede.bench.turns.CaseSample;
import dev.stampede.crowd.BuyerScript;
import dev.stampede.crowd.RenderedRequest;
import java.time.Duration;
import java.util.List;

/** Requests that are made one after the other, and from the first again; each is answered 200. */
record InTurn(String name, BenchSaleServer server, List<RenderedRequest> requests) implements Case {

  InTurn {
    requests = List.copyOf(requests);
  }

  @Override
  public CaseSample measure(Duration duration) throws InterruptedException {
    BuyerScript script = new Circle(requests);
    return HttpRound.closed(server, duration, connection -> script)
        .onlyAnswering(name, 200)
        .sample(200);
  }

  /** Shared by the connections of one event loop. */
  private static final class Circle implements BuyerScript {

    private final List<RenderedRequest> requests;
    private int next;

    Circle(List<RenderedRequest> requests) {
      this.requests = requests;
    }

    @Override
    public RenderedRequest next() {
      RenderedRequest request = requests.get(next);
      next = next + 1 == requests.size() ? 0 : next + 1;
      return request;
    }
  }
}
