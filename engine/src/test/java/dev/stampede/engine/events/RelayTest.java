package dev.stampede.engine.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.SeatEvent;
import dev.stampede.engine.show.ShowId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The relay between an outbox and channels that are kept in memory and fail when told to. */
final class RelayTest {

  private static final Duration LONG_ENOUGH = Duration.ofSeconds(20);

  private final MemoryOutbox outbox = new MemoryOutbox();
  private final MemoryChannels channels = new MemoryChannels();
  private final Granted leases = new Granted();
  private final Relay relay = new Relay(outbox, channels, leases, RelayListener.NONE);

  @AfterEach
  void close() {
    relay.close();
    assertThat(leases.left).isTrue();
  }

  @Test
  void whatIsCommittedIsSentInOrderAndThenForgotten() {
    leases.grant(0, 1);
    relay.share();
    int events = RangeRelay.BATCH * 2 + 10;
    outbox.add(0, events);
    outbox.add(1, 5);

    ticksUntil(() -> outbox.isEmpty());

    assertThat(channels.at(0).delivered).hasSize(events).isSorted();
    assertThat(channels.at(1).delivered).hasSize(5);
    assertThat(relay.owned()).isEqualTo(2);
  }

  @Test
  void onlyWhatIsOursIsSent() {
    leases.grant(1);
    relay.share();
    outbox.add(0, 3);
    outbox.add(1, 3);

    ticksUntil(() -> channels.at(1).delivered.size() == 3);

    assertThat(channels.at(0).delivered).isEmpty();
    assertThat(outbox.read(0, 10)).hasSize(3);
  }

  @Test
  void whatFailedIsReadAgainFromTheFirstAndNothingIsDeletedMeanwhile() {
    leases.grant(0);
    relay.share();
    channels.at(0).fail(2);
    outbox.add(0, 4);

    ticksUntil(() -> channels.at(0).failures == 0);
    outbox.add(0, 2);
    ticksUntil(() -> outbox.isEmpty());

    assertThat(channels.at(0).delivered).isSorted().hasSize(6);
    assertThat(channels.at(0).closed).as("begun anew after each failure").isGreaterThan(1);
  }

  @Test
  void whoWasShutOutGivesTheRangeUpAndSendsNothingMore() {
    leases.grant(0);
    relay.share();
    channels.at(0).takenOver = true;
    outbox.add(0, 4);

    ticksUntil(() -> relay.owned() == 0);

    assertThat(channels.at(0).delivered).isEmpty();
    assertThat(outbox.read(0, 10)).hasSize(4);
    channels.at(0).takenOver = false;
    leases.grant();
    relay.share();
    assertThat(leases.keptLast).as("not renewed").isEmpty();
    leases.grant(0);
    relay.share();
    ticksUntil(() -> outbox.isEmpty());
    assertThat(channels.at(0).delivered).hasSize(4);
  }

  @Test
  void oneRangeThatIsStuckHoldsUpNoOther() {
    leases.grant(0, 1);
    relay.share();
    CountDownLatch stuck = new CountDownLatch(1);
    channels.at(0).waitFor = stuck;
    outbox.add(0, 1);
    outbox.add(1, 1);

    ticksUntil(() -> !channels.at(1).delivered.isEmpty());

    assertThat(channels.at(0).delivered).isEmpty();
    stuck.countDown();
    ticksUntil(() -> outbox.isEmpty());
  }

  /** Freed in the middle of a batch, its next owner would shut us out and send it once more. */
  @Test
  void whatIsMoreThanOurShareIsGivenUpOnceItsBatchIsDone() {
    leases.grant(0, 1);
    relay.share();
    CountDownLatch sending = new CountDownLatch(1);
    channels.at(0).waitFor = sending;
    channels.at(1).waitFor = sending;
    outbox.add(0, 1);
    outbox.add(1, 1);
    ticksUntil(() -> channels.at(0).isSending && channels.at(1).isSending);

    leases.share = 1;
    relay.share();
    relay.share();
    assertThat(relay.owned()).isEqualTo(1);
    assertThat(leases.keptLast).containsExactlyInAnyOrder(0, 1);

    sending.countDown();
    ticksUntil(
        () -> {
          relay.share();
          return leases.keptLast.size() == 1;
        });
    assertThat(outbox.isEmpty()).isTrue();
  }

  @Test
  void theWatchWarnsOnceAndAgainWhenItHasCaughtUp() {
    OutboxWatch watch = new OutboxWatch(outbox, RelayListener.NONE, 10);
    outbox.add(0, 9);
    watch.tick();
    assertThat(watch.isAlerted()).isFalse();
    outbox.add(0, 1);
    watch.tick();
    assertThat(watch.isAlerted()).isTrue();
    outbox.delete(0, outbox.read(0, 3));
    watch.tick();
    assertThat(watch.isAlerted()).as("a little less is not little").isTrue();
    outbox.delete(0, outbox.read(0, 2));
    watch.tick();
    assertThat(watch.isAlerted()).isFalse();
  }

  private void ticksUntil(BooleanSupplier done) {
    long end = System.nanoTime() + LONG_ENOUGH.toNanos();
    while (!done.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as("still waiting").isNegative();
      relay.tick();
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static final class Granted implements RangeLeases {

    private Set<Integer> granted = Set.of();
    private Set<Integer> keptLast = Set.of();
    private int share = EventRange.COUNT;
    private boolean left;

    void grant(Integer... ranges) {
      granted = Set.of(ranges);
    }

    @Override
    public Leased renew(Set<Integer> kept) {
      keptLast = kept;
      Set<Integer> ours = new TreeSet<>(kept);
      granted.stream().limit(Math.max(0, share - kept.size())).forEach(ours::add);
      ours.retainAll(granted);
      return new Leased(ours, share);
    }

    @Override
    public void leave() {
      left = true;
    }
  }

  private static final class MemoryOutbox implements Outbox {

    private final ConcurrentSkipListMap<Long, Integer> rows = new ConcurrentSkipListMap<>();
    private long next;

    void add(int range, int count) {
      for (int i = 0; i < count; i++) {
        rows.put(next++, range);
      }
    }

    boolean isEmpty() {
      return rows.isEmpty();
    }

    @Override
    public Set<Integer> waiting(Set<Integer> ranges) {
      Set<Integer> waiting = new TreeSet<>(rows.values());
      waiting.retainAll(ranges);
      return waiting;
    }

    @Override
    public List<OutboxEvent> read(int range, int limit) {
      return rows.entrySet().stream()
          .filter(row -> row.getValue() == range)
          .limit(limit)
          .map(row -> event(row.getKey()))
          .toList();
    }

    private static OutboxEvent event(long id) {
      return new OutboxEvent.OfSeat(
          id,
          1,
          new SeatEvent(
              new ShowId(1),
              1,
              (int) id + 1,
              SeatEvent.Type.HELD,
              SeatEvent.Reason.CLAIMED,
              new Buyer("ann"),
              HoldId.fresh(id),
              Optional.empty(),
              Instant.EPOCH),
          "A-1-1");
    }

    @Override
    public void delete(int range, List<OutboxEvent> sent) {
      sent.forEach(event -> rows.remove(event.id()));
    }

    @Override
    public OutboxLag lag(int most) {
      return new OutboxLag(Math.min(most, rows.size()), Duration.ZERO);
    }
  }

  private static final class MemoryChannels implements EventChannels {

    private final ConcurrentSkipListMap<Integer, MemoryChannel> made =
        new ConcurrentSkipListMap<>();

    MemoryChannel at(int range) {
      return made.computeIfAbsent(range, _ -> new MemoryChannel());
    }

    @Override
    public EventChannel of(int range) {
      return at(range);
    }
  }

  /** What it has delivered, by id. */
  private static final class MemoryChannel implements EventChannel {

    private final List<Long> delivered = new ArrayList<>();
    private volatile int failures;
    private volatile int closed;
    private volatile boolean takenOver;
    private volatile boolean isSending;
    private volatile CountDownLatch waitFor = new CountDownLatch(0);

    void fail(int times) {
      failures = times;
    }

    @Override
    public Delivery ready() {
      return new Delivery.Done();
    }

    @Override
    public Delivery send(List<OutboxEvent> events) {
      isSending = true;
      try {
        waitFor.await();
      } catch (InterruptedException e) {
        return new Delivery.Failed("interrupted");
      }
      isSending = false;
      if (takenOver) {
        return new Delivery.TakenOver("for the test");
      }
      int left = failures;
      if (left > 0) {
        failures = left - 1;
        return new Delivery.Failed("for the test");
      }
      events.forEach(event -> delivered.add(event.id()));
      return new Delivery.Done();
    }

    @Override
    public void close() {
      int before = closed;
      closed = before + 1;
    }
  }
}
