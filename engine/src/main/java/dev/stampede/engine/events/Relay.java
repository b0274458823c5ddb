package dev.stampede.engine.events;

import dev.stampede.engine.events.RangeLeases.Leased;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends committed events to the channel, sharing the work with all other servers.
 *
 * <p>Two ticks keep it going. {@link #share} renews the leases and takes or gives up ranges; {@link
 * #tick} reads what there is in all of them, sends it and deletes it, batch after batch.
 *
 * <p>It deletes only events that have been sent for certain. If it is killed between the two, or
 * gets no answer for events that have arrived, it sends the same again: at least once, and of each
 * key always the oldest first. So may two servers that both believe a range to be theirs, one of
 * which was frozen. Consumers recognise repeats by their version.
 */
public final class Relay implements AutoCloseable {

  /** The interval between two ticks when no commit of this server has woken the relay. */
  public static final Duration TICK = Duration.ofMillis(50);

  public static final Duration SHARE_EVERY = Duration.ofSeconds(1);

  /** The same while there are no visitors; the first one wakes it, before the first commit. */
  public static final Duration QUIET_TICK = Duration.ofSeconds(10);

  /** The interval of renewals meanwhile: twice within a lease, so that a late one costs nothing. */
  public static final Duration QUIET_SHARE = Duration.ofSeconds(2);

  /** About so many events of each range go together. */
  static final int BATCH = 1_000;

  /**
   * The time from the beginning of one batch to that of the next. The cost of a batch hardly
   * depends on its size: a relay that is woken by every commit and sends a few events each time
   * takes the processors from the sale it tells of.
   */
  static final Duration GATHER = Duration.ofMillis(20);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private static final Logger log = LoggerFactory.getLogger(Relay.class);

  private final Outbox outbox;
  private final EventChannel channel;
  private final RangeLeases leases;
  private final RelayListener listener;
  private final LongSupplier nanos;

  /** The ranges of this server: {@link #share} sets them, {@link #tick} gives up the surplus. */
  private final AtomicReference<Leased> leased = new AtomicReference<>(Leased.NOTHING);

  /** The time at which the leases end, unless they are renewed. */
  private volatile long leasedUntil;

  private long begun;
  private long notBefore;
  private Duration pause = Duration.ZERO;

  public Relay(Outbox outbox, EventChannel channel, RangeLeases leases, RelayListener listener) {
    this(outbox, channel, leases, listener, System::nanoTime);
  }

  /**
   * A relay that owns nothing yet.
   *
   * @param nanos monotonic; tells whether leases have ended
   */
  Relay(
      Outbox outbox,
      EventChannel channel,
      RangeLeases leases,
      RelayListener listener,
      LongSupplier nanos) {
    this.outbox = outbox;
    this.channel = channel;
    this.leases = leases;
    this.listener = listener;
    this.nanos = nanos;
    long now = nanos.getAsLong();
    this.leasedUntil = now;
    this.begun = now - GATHER.toNanos();
    this.notBefore = now;
  }

  /** Returns the number of ranges that this server owns. */
  public int owned() {
    return leased.get().ranges().size();
  }

  /** Renews the leases of what is ours, frees what was given up, and takes what is free. */
  public void share() {
    long now = nanos.getAsLong();
    Set<Integer> before = leased.get().ranges();
    Leased renewed = leases.renew(before);
    leasedUntil = now + RangeLeases.LEASE.toNanos();
    leased.set(renewed);
    before.stream()
        .filter(range -> !renewed.ranges().contains(range))
        .forEach(
            range -> {
              log.info("another server took range {} after this server's lease ended", range);
              listener.takenOver();
            });
  }

  /**
   * Sends what there is. Between two batches it gives up what is more than our share, however busy
   * it is; a range of a batch under way would be sent once more by its next owner.
   */
  public void tick() throws InterruptedException {
    long wait = begun + GATHER.toNanos() - nanos.getAsLong();
    if (wait > 0) {
      TimeUnit.NANOSECONDS.sleep(wait);
    }
    try {
      boolean more = true;
      while (more) {
        begun = nanos.getAsLong();
        leased.updateAndGet(Leased::withoutSurplus);
        more = begun - notBefore >= 0 && batch();
      }
    } catch (RuntimeException | Error e) {
      log.debug("a batch broke off", e);
      failed(e.toString());
    }
  }

  /**
   * Sends one batch; true if there is probably more. A server that was frozen past its leases sends
   * nothing until it has found out which ranges are still its own.
   */
  private boolean batch() {
    Set<Integer> ranges = leased.get().ranges();
    if (ranges.isEmpty() || nanos.getAsLong() - leasedUntil >= 0) {
      return false;
    }
    Outbox.Unsent unsent = outbox.read(ranges, BATCH);
    if (unsent.events().isEmpty()) {
      return false;
    }
    return switch (channel.send(unsent.events())) {
      case Delivery.Done _ -> {
        outbox.delete(unsent.events());
        listener.sent(unsent.events().size());
        if (!pause.isZero()) {
          log.info("the relay sends events again");
          pause = Duration.ZERO;
        }
        yield unsent.more();
      }
      case Delivery.Failed(String why) -> {
        failed(why);
        yield false;
      }
    };
  }

  /** Said once for each time that it begins; repeated ever more slowly. */
  private void failed(String why) {
    channel.close();
    listener.failed();
    if (pause.isZero()) {
      log.warn("the relay cannot send events and will retry: {}", why);
      pause = FIRST_PAUSE;
    } else {
      pause = pause.multipliedBy(2);
    }
    if (pause.compareTo(LONGEST_PAUSE) > 0) {
      pause = LONGEST_PAUSE;
    }
    notBefore = nanos.getAsLong() + pause.toNanos();
  }

  /** Leaves all ranges to others. To be called when nobody ticks any more. */
  @Override
  public void close() {
    leased.set(Leased.NOTHING);
    channel.close();
    leases.leave();
  }
}
