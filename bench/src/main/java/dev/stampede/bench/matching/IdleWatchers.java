package dev.stampede.bench.matching;

import dev.stampede.bench.report.ProgressPrinter;
import dev.stampede.bench.report.Row;
import dev.stampede.bench.turns.Findings;
import dev.stampede.matchmaking.ticket.Assignment;
import dev.stampede.matchmaking.ticket.Creation;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.WatchOutcome;
import dev.stampede.matchmaking.ticket.Watcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Counts the commands that Redis gets from players who only wait; each asking ten times a second
 * would be 100,000.
 */
final class IdleWatchers {

  static final String CASE = "idle watchers";

  private static final int WATCHERS = 10_000;
  private static final double BAR_COMMANDS = 50;
  private static final Duration FIRST_VALUE = Duration.ofSeconds(30);

  private final String redisUrl;
  private final ProgressPrinter journal;

  IdleWatchers(String redisUrl, ProgressPrinter journal) {
    this.redisUrl = redisUrl;
    this.journal = journal;
  }

  void measure(Duration duration, Findings findings) throws Exception {
    try (OurTickets store = new OurTickets(redisUrl, "idle:");
        RedisWork work = new RedisWork(redisUrl)) {
      List<WatchOutcome.Watch> watches = watch(store);
      long before = work.commands();
      Thread.sleep(duration);
      double each = (work.commands() - before) / (duration.toMillis() / 1e3);
      watches.forEach(WatchOutcome.Watch::close);
      String note = String.format(Locale.ROOT, "%.1f commands/s for all of them", each);
      String name = "%,d idle watchers".formatted(WATCHERS);
      journal.say("%-30s %s".formatted(name, note));
      findings.row(new Row(name, each, OptionalDouble.empty(), OptionalDouble.empty(), note));
      findings.ratio(
          "%.0f commands/s / those of %s".formatted(BAR_COMMANDS, name), BAR_COMMANDS / each, 1);
    }
  }

  /** Each on a ticket of its own; all have been told the first value. */
  private static List<WatchOutcome.Watch> watch(OurTickets store) throws InterruptedException {
    CountDownLatch told = new CountDownLatch(WATCHERS);
    Watcher watcher =
        new Watcher() {
          @Override
          public void assignment(Optional<Assignment> now) {
            told.countDown();
          }

          @Override
          public void gone() {
            throw new IllegalStateException("a ticket went while it was watched");
          }
        };
    List<WatchOutcome.Watch> watches = new ArrayList<>();
    for (int i = 0; i < WATCHERS; i++) {
      Ticket ticket =
          switch (store.tickets().create(TicketSupply.somebody())) {
            case Creation.Created(Ticket created) -> created;
            case Creation.Full full -> throw new IllegalStateException("no room: " + full);
          };
      switch (store.tickets().watch(ticket.id(), watcher)) {
        case WatchOutcome.Begun(WatchOutcome.Watch watch) -> watches.add(watch);
        case WatchOutcome.TooMany many -> throw new IllegalStateException("no room: " + many);
      }
    }
    if (!told.await(FIRST_VALUE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException(
          "%d of %d watchers were told nothing within %d s"
              .formatted(told.getCount(), WATCHERS, FIRST_VALUE.toSeconds()));
    }
    return watches;
  }
}
