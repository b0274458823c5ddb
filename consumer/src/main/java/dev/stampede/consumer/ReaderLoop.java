package dev.stampede.consumer;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop of a reader: it fetches, handles, and now and then looks how far it is. One thread does
 * all of it, except for {@link #wakeUp}.
 */
final class ReaderLoop<E> {

  private static final Logger log = LoggerFactory.getLogger(ReaderLoop.class);

  /** New messages and {@link #wakeUp} end it early. */
  private static final Duration POLL = Duration.ofSeconds(1);

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /** The same while nothing comes: how old what is handled is may be that much out of date. */
  private static final Duration QUIET_LOOK = Duration.ofSeconds(6);

  private final Subscription<E> subscription;
  private final ReaderSettings settings;
  private final Backlog<E> backlog;
  private final BacklogHandler<E> handler;
  private final ProgressNotes notes;
  private final ReaderListener listener;
  private ReaderProgress progress = new ReaderProgress();
  private volatile @Nullable Intake<E> intake;
  private long due = System.nanoTime();
  private long looked = System.nanoTime() - LOOK_EVERY.toNanos();

  /** Nothing has come since the last look, and by then all was handled. */
  private boolean idle;

  private long caughtUp = System.nanoTime();

  ReaderLoop(
      Subscription<E> subscription,
      ReaderSettings settings,
      Backlog<E> backlog,
      BacklogHandler<E> handler,
      ProgressNotes notes,
      ReaderListener listener) {
    this.subscription = subscription;
    this.settings = settings;
    this.backlog = backlog;
    this.handler = handler;
    this.notes = notes;
    this.listener = listener;
  }

  void open() {
    backlog.forget(unusedPlace -> true);
    progress = new ReaderProgress();
    intake = new Intake<>(subscription, settings, backlog);
  }

  void tick() throws InterruptedException {
    Intake<E> from = Objects.requireNonNull(intake);
    long wait = backlog.isEmpty() ? POLL.toNanos() : due - System.nanoTime();
    from.poll(Duration.ofNanos(Math.clamp(wait, 0, POLL.toNanos())));
    if (!backlog.isEmpty()) {
      idle = false;
    }
    if (!backlog.isEmpty() && System.nanoTime() - due >= 0) {
      take(from, handler.step());
    }
    long sinceLook = System.nanoTime() - looked;
    if (sinceLook >= (idle ? QUIET_LOOK : LOOK_EVERY).toNanos()) {
      looked = System.nanoTime();
      idle = true;
      look(from);
    }
  }

  private void take(Intake<E> from, BacklogHandler.Step<E> step) {
    switch (step) {
      case BacklogHandler.Step.Done<E> done -> from.done(done.messages());
      case BacklogHandler.Step.Again<E>(Duration pause) ->
          due = System.nanoTime() + pause.toNanos();
      case BacklogHandler.Step.NoRoom<E>(Message message, String why) -> {
        log.error(
            "partition {} of {} is blocked: {}; there is no room to park {}; retry or drop parked"
                + " messages",
            message.place().partition(),
            message.topic(),
            why,
            message);
        from.standStill(message.place());
        listener.stopped(message.topic(), message.place().partition());
      }
    }
  }

  private void look(Intake<E> from) {
    progress.keepOnly(from.ours());
    long nanos = System.nanoTime();
    Map<TopicPartition, Long> ends = from.ends();
    progress.look(ends, from.handled(), nanos);
    idle &= progress.records() == 0 && ends.size() == from.ours().size() && !ends.isEmpty();
    Map<TopicPartition, Duration> ages = progress.ages(System.nanoTime());
    notes.write(ages);
    listener.lag(lag(from.ours().size(), ages));
  }

  /** Before all of our partitions were first handled to their end: since we began. */
  private ReaderLag lag(int partitions, Map<TopicPartition, Duration> ages) {
    long now = System.nanoTime();
    if (ages.size() == partitions) {
      Duration oldest = ages.values().stream().max(Duration::compareTo).orElse(Duration.ZERO);
      caughtUp = now - oldest.toNanos();
    }
    return new ReaderLag(progress.records(), Duration.ofNanos(now - caughtUp), partitions);
  }

  void wakeUp() {
    Intake<E> from = intake;
    if (from != null) {
      from.wakeUp();
    }
  }

  void close() {
    Intake<E> from = intake;
    intake = null;
    if (from != null) {
      from.close();
    }
  }
}
