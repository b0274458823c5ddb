package dev.stampede.prove.simulation.scenario;

import dev.stampede.engine.events.Outbox;
import dev.stampede.engine.events.OutboxEvent;
import dev.stampede.engine.events.OutboxLag;
import java.util.List;
import java.util.Set;

/** A relay whose reader remembers the highest id that it has seen, and reads on behind it. */
public final class ReadingAfterTheLastId extends RelayScenario {

  @Override
  Outbox outbox(Outbox whole) {
    return new Outbox() {

      private long last;

      @Override
      public Unsent read(Set<Integer> ranges, int limit) {
        long after = last;
        List<OutboxEvent> events =
            whole.read(ranges, limit).events().stream()
                .filter(event -> event.id() > after)
                .toList();
        events.forEach(event -> last = Math.max(last, event.id()));
        return new Unsent(events, false);
      }

      @Override
      public void delete(List<OutboxEvent> sent) {
        whole.delete(sent);
      }

      @Override
      public OutboxLag lag(int most) {
        return whole.lag(most);
      }
    };
  }
}
