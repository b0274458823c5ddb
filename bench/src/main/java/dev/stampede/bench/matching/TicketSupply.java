package dev.stampede.bench.matching;

import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.SearchFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Players who want tickets, many at a time. */
final class TicketSupply {

  private static final int AT_A_TIME = 256;
  private static final int SKILLS = 3_000;

  private TicketSupply() {}

  static NewTicket somebody() {
    double skill = ThreadLocalRandom.current().nextInt(SKILLS);
    return NewTicket.of(
        new SearchFields(Map.of(SampledTickets.SKILL, skill), Map.of(), List.of("ranked")));
  }

  /** Puts so many tickets into the store, and returns when the last one is there. */
  static void fill(TicketStore store, int tickets) throws Exception {
    AtomicLong left = new AtomicLong(tickets);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < AT_A_TIME; i++) {
        all.add(
            threads.submit(
                () -> {
                  while (left.getAndDecrement() > 0) {
                    store.create(somebody());
                  }
                }));
      }
      for (Future<?> one : all) {
        var _ = one.get();
      }
    }
  }
}
