package dev.stampede.bench.matching;

import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Row;
import dev.stampede.bench.turns.Findings;
import dev.stampede.matchmaking.ticket.Lease;
import dev.stampede.matchmaking.ticket.TicketClaim;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;

/** Measures how long Redis is busy with a claim of a thousand tickets while a great many wait. */
final class ClaimOfMany {

  static final String CASE = "claim 1,000 of many";

  private static final int CLAIMED = 1_000;
  private static final int TIMES = 20;
  private static final double BAR_MILLIS = 10;
  private static final TicketClaim CLAIM = TicketClaim.of(CLAIMED, Duration.ofMinutes(1));

  private final String redisUrl;
  private final ProgressPrinter journal;

  ClaimOfMany(String redisUrl, ProgressPrinter journal) {
    this.redisUrl = redisUrl;
    this.journal = journal;
  }

  void measure(int waiting, Findings findings) throws Exception {
    try (OurTickets store = new OurTickets(redisUrl, "many:");
        RedisWork work = new RedisWork(redisUrl)) {
      TicketSupply.fill(store, waiting);
      double before = work.scriptMillis();
      long began = System.nanoTime();
      for (int i = 0; i < TIMES; i++) {
        Lease lease = store.claim(CLAIM);
        if (lease.tickets().size() != CLAIMED) {
          throw new IllegalStateException(
              "%d tickets were claimed of %d waiting; %d were asked for"
                  .formatted(lease.tickets().size(), waiting, CLAIMED));
        }
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      double millis = (work.scriptMillis() - before) / TIMES;
      String name = "claim %,d of %,d".formatted(CLAIMED, waiting);
      String note = String.format(Locale.ROOT, "%.2f ms in Redis for each claim", millis);
      journal.say("%-30s %s".formatted(name, note));
      findings.row(
          new Row(
              name,
              TIMES * CLAIMED / seconds,
              OptionalDouble.empty(),
              OptionalDouble.empty(),
              note));
      findings.ratio("%.0f ms / %s, in Redis".formatted(BAR_MILLIS, name), BAR_MILLIS / millis, 1);
    }
  }
}
