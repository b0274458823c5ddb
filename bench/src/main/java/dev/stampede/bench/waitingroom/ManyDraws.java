package dev.stampede.bench.waitingroom;

import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.sale.BenchSaleServer;
import dev.stampede.bench.sale.SaleShow;
import dev.stampede.bench.turns.Findings;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.waitingroom.LineState.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Draws that open at the same second while ten servers look after the lines. */
final class ManyDraws {

  private static final int DRAWS = 20;
  private static final int OTHER_SERVERS = 9;
  private static final Duration DRAWN_WITHIN = Duration.ofMinutes(3);

  private final BenchSaleServer server;
  private final RoomShows shows;
  private final InProcessLines lines;
  private final int early;
  private final ProgressPrinter journal;

  ManyDraws(BenchSaleServer server, InProcessLines lines, int early, ProgressPrinter journal) {
    this.server = server;
    this.shows = new RoomShows(server);
    this.lines = lines;
    this.early = early;
    this.journal = journal;
  }

  void measure(Findings findings) throws Exception {
    List<SaleShow> all = new ArrayList<>();
    List<Buyer> people = IntStream.range(0, early).mapToObj(People::number).toList();
    for (int i = 0; i <= DRAWS; i++) {
      SaleShow show = shows.beforeTheDraw();
      lines.join(show, people);
      all.add(show);
    }
    try (OtherServers _ = OtherServers.start(server, OTHER_SERVERS)) {
      double one = drawn(all.subList(0, 1));
      double many = drawn(all.subList(1, all.size()));
      journal.say(
          String.format(
              Locale.ROOT, "one draw of %,d: %.1f s; %d at once: %.1f s", early, one, DRAWS, many));
      findings.figure("a draw of %,d, s".formatted(early), one);
      findings.figure("%d draws of %,d at once, s".formatted(DRAWS, early), many);
      findings.ratio("%d × one draw / %d at once".formatted(DRAWS, DRAWS), DRAWS * one / many, 1);
    }
    for (SaleShow show : all) {
      shows.endRoom(show);
    }
  }

  /** Seconds until the last of them is drawn. */
  private double drawn(List<SaleShow> some) throws InterruptedException {
    long start = System.nanoTime();
    for (SaleShow show : some) {
      shows.open(show);
    }
    for (SaleShow show : some) {
      var _ = lines.await(show, "a draw", DRAWN_WITHIN, line -> line.phase() == Phase.OPEN);
    }
    return (System.nanoTime() - start) / 1e9;
  }
}
