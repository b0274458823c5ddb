package dev.stampede.kafka.consumer;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads events, in the order of their versions, and lets each have its effect once.
 *
 * <p>Messages are fetched in batches. A batch is one transaction: the rows of the {@link Inbox} are
 * locked, repeats are dropped by their version, the handler writes, the new versions are written,
 * commit. Only then is Kafka told. Whatever dies in between, what was committed is recognised when
 * it comes again.
 *
 * <p>What cannot be handled is put aside with its key: later messages of that key wait behind it,
 * all other keys of the partition flow. A person decides about it ({@link #office}). While the
 * database or Kafka is away, nothing is put aside and nothing is skipped; it waits.
 *
 * <p>One thread does all of it. More readers of the same group, here or in other processes, share
 * the partitions.
 */
public final class EventReader implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(EventReader.class);

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration OPEN_AGAIN = Duration.ofSeconds(1);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

  private final ConsumerOffice office;
  private final Round<?> round;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread;

  private EventReader(ConsumerOffice office, Round<?> round, String name) {
    this.office = office;
    this.round = round;
    this.thread = Thread.ofPlatform().daemon().name("reader-" + name).unstarted(this::run);
  }

  /**
   * Begins to read. Kafka and the database may be away: it will go on when they are there.
   *
   * @param source where the handler writes, and the tables of {@link InboxSchema} are
   */
  public static <E> EventReader start(
      Subscription<E> subscription,
      ReaderSettings settings,
      DataSource source,
      ReaderListener listener) {
    Transactions transactions = new Transactions(source);
    Effects<E> effects = new Effects<>(transactions, subscription, settings);
    ConsumerOffice office = new ConsumerOffice(subscription.name(), transactions, effects);
    ReaderListener quiet = new QuietListener(listener);
    Backlog<E> backlog = new Backlog<>(settings.batch());
    Clerk<E> clerk = new Clerk<>(backlog, effects, office, settings.attempts(), quiet);
    ProgressNotes notes = new ProgressNotes(source, subscription.name());
    Round<E> round = new Round<>(subscription, settings, backlog, clerk, notes, quiet);
    EventReader reader = new EventReader(office, round, subscription.name());
    reader.thread.start();
    return reader;
  }

  /** For those who look after what was put aside. */
  public ConsumerOffice office() {
    return office;
  }

  private void run() {
    try {
      boolean ended = false;
      while (!ended) {
        ended = readUntilItFails() || stopping.await(OPEN_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException | InterruptException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether it ended because it was to. */
  private boolean readUntilItFails() throws InterruptedException {
    try {
      round.open();
      while (stopping.getCount() > 0) {
        round.tick();
      }
      return true;
    } catch (WakeupException woken) {
      return stopping.getCount() == 0;
    } catch (InterruptException stopped) {
      throw stopped;
    } catch (KafkaException e) {
      log.warn("reading failed and begins again", e);
      return false;
    } finally {
      round.close();
    }
  }

  /** Lets the transaction under way end, within a bound; what was fetched is read again. */
  @Override
  public void close() {
    stopping.countDown();
    round.wakeUp();
    try {
      if (!thread.join(STOP_WITHIN)) {
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }

  /** What is done over and over; run once is apart from run forever. */
  private static final class Round<E> {
    private final Subscription<E> subscription;
    private final ReaderSettings settings;
    private final Backlog<E> backlog;
    private final Clerk<E> clerk;
    private final ProgressNotes notes;
    private final ReaderListener listener;
    private Progress progress = new Progress();
    private volatile @Nullable Intake<E> intake;
    private long due = System.nanoTime();
    private long lookDue = System.nanoTime();
    private long caughtUp = System.nanoTime();

    Round(
        Subscription<E> subscription,
        ReaderSettings settings,
        Backlog<E> backlog,
        Clerk<E> clerk,
        ProgressNotes notes,
        ReaderListener listener) {
      this.subscription = subscription;
      this.settings = settings;
      this.backlog = backlog;
      this.clerk = clerk;
      this.notes = notes;
      this.listener = listener;
    }

    void open() {
      backlog.forget(_ -> true);
      progress = new Progress();
      intake = new Intake<>(subscription, settings, backlog);
    }

    void tick() throws InterruptedException {
      Intake<E> from = java.util.Objects.requireNonNull(intake);
      long wait = backlog.isEmpty() ? POLL.toNanos() : due - System.nanoTime();
      from.poll(Duration.ofNanos(Math.clamp(wait, 0, POLL.toNanos())));
      if (!backlog.isEmpty() && System.nanoTime() - due >= 0) {
        take(from, clerk.step());
      }
      if (System.nanoTime() - lookDue >= 0) {
        lookDue = System.nanoTime() + LOOK_EVERY.toNanos();
        look(from);
      }
    }

    private void take(Intake<E> from, Clerk.Step<E> step) {
      switch (step) {
        case Clerk.Step.Done<E> done -> from.done(done.messages());
        case Clerk.Step.Again<E>(Duration pause) -> due = System.nanoTime() + pause.toNanos();
        case Clerk.Step.NoRoom<E>(Message message, String why) -> {
          log.error(
              "partition {} of {} stands still: {}, and {} would have to be; retry or drop what is"
                  + " parked",
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
}
