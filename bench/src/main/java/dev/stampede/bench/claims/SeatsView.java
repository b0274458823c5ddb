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
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The seat map of 50,000 seats as watchers ask for it again and again. A third of the seats,
 * scattered at random, is held: an empty show would compress to nothing.
 */
final class SeatsView implements Case {

  static final String NAME = "http seats unchanged";

  private static final int ROWS = 250;
  private static final int SEATS_PER_ROW = 200;
  private static final int HOLDS = 2_000;
  private static final int SEATS_PER_HOLD = 8;
  private static final Duration FILL_WITHIN = Duration.ofSeconds(30);
  private static final Duration SEEN_WITHIN = Duration.ofSeconds(5);
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  private final BenchSaleServer server;
  private final SaleShow show;

  private SeatsView(BenchSaleServer server, SaleShow show) {
    this.server = server;
    this.show = show;
  }

  /** Opens the show and fills a part of it. */
  static SeatsView of(BenchSaleServer server) throws InterruptedException {
    SaleShow show = server.newShow(ROWS, SEATS_PER_ROW);
    List<Integer> seats = new ArrayList<>(IntStream.range(0, show.seats()).boxed().toList());
    Collections.shuffle(seats, new Random(show.seats()));
    List<RenderedRequest> claims = new ArrayList<>();
    for (int hold = 0; hold < HOLDS; hold++) {
      List<String> labels =
          seats.subList(hold * SEATS_PER_HOLD, (hold + 1) * SEATS_PER_HOLD).stream()
              .map(seat -> '"' + show.label(seat) + '"')
              .toList();
      claims.add(server.hold(hold, show, "{\"seats\":[" + String.join(",", labels) + "]}"));
    }
    Iterator<RenderedRequest> each = claims.iterator();
    BuyerScript script = () -> each.hasNext() ? each.next() : null;
    LoadPlan plan = LoadPlan.closed(server.target(), HttpRound.CONNECTIONS, FILL_WITHIN);
    HttpRound.run(server, plan, connection -> script).onlyAnswering("filling a show", 201);
    SeatsView view = new SeatsView(server, show);
    view.awaitAllHeld();
    return view;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CaseSample measure(Duration duration) throws InterruptedException {
    String etag =
        server
            .answer(seats(), 200)
            .header("ETag")
            .orElseThrow(() -> new IllegalStateException("the seats came without an ETag"));
    RenderedRequest unchanged = seats().with("If-None-Match", etag);
    HttpRound round =
        HttpRound.closed(server, duration, connection -> BuyerScript.repeating(unchanged))
            .onlyAnswering(NAME, 304);
    return round.sample(304);
  }

  /** Returns the bytes that the server sends to a watcher who has nothing yet. */
  int compressedBytes() throws InterruptedException {
    Response response = server.answer(seats().with("Accept-Encoding", "gzip"), 200);
    if (!response.header("Content-Encoding").orElse("").equals("gzip")) {
      throw new IllegalStateException(
          "the seats were not compressed though asked for: %d bytes"
              .formatted(response.bodyLength()));
    }
    return response.bodyLength();
  }

  private RenderedRequest seats() {
    return server.target().get(show.path() + "/seats");
  }

  /** Readers may be a moment behind the commits. */
  private void awaitAllHeld() throws InterruptedException {
    long deadline = System.nanoTime() + SEEN_WITHIN.toNanos();
    long held = held();
    while (held != (long) HOLDS * SEATS_PER_HOLD) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "of %d seats that were held only %d are shown as held after %d s"
                .formatted(HOLDS * SEATS_PER_HOLD, held, SEEN_WITHIN.toSeconds()));
      }
      Thread.sleep(LOOK_EVERY);
      held = held();
    }
  }

  private long held() throws InterruptedException {
    String states =
        server.json(seats(), 200).required("sections").required(0).required("states").asString();
    return states.chars().filter(letter -> letter == 'h').count();
  }
}
