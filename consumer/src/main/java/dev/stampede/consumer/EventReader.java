package dev.stampede.consumer;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads events, in the order of their versions, and lets each have its effect once.
 *
 * <p>Messages are fetched in batches. A batch is one transaction: the rows of the {@link
 * InboxTable} are read, repeats are dropped by their version, the handler writes, the new versions
 * are written if the rows are still as they were read, commit. Only then is Kafka told. If anything
 * dies in between, the reader recognises committed messages when they come again.
 *
 * <p>A message that cannot be handled is put aside with its key: later messages of that key wait
 * behind it, all other keys of the partition flow. A person decides about it ({@link #admin}).
 * While the database or Kafka is away, nothing is put aside and nothing is skipped; it waits.
 *
 * <p>One thread does all of it. More readers of the same group, here or in other processes, share
 * the partitions.
 */
public final class EventReader implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(EventReader.class);

  private static final Duration OPEN_AGAIN = Duration.ofSeconds(1);
  private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

  private final ConsumerAdmin admin;
  private final ReaderLoop<?> round;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread;
  private boolean failing;

  private EventReader(ConsumerAdmin admin, ReaderLoop<?> round, String name) {
    this.admin = admin;
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
    BatchTransaction<E> effects = new BatchTransaction<>(transactions, subscription, settings);
    ConsumerAdmin admin = new ConsumerAdmin(subscription.name(), transactions, effects);
    ReaderListener quiet = new SafeReaderListener(listener);
    Backlog<E> backlog = new Backlog<>(settings.batch().most());
    BacklogHandler<E> handler =
        new BacklogHandler<>(backlog, effects, admin, settings.attempts(), quiet);
    ProgressNotes notes = new ProgressNotes(source, subscription.name());
    ReaderLoop<E> round = new ReaderLoop<>(subscription, settings, backlog, handler, notes, quiet);
    EventReader reader = new EventReader(admin, round, subscription.name());
    reader.thread.start();
    return reader;
  }

  /** Returns the operations on parked messages. */
  public ConsumerAdmin admin() {
    return admin;
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

  /** Reads until the reader is stopped, which returns true, or until a read fails. */
  private boolean readUntilItFails() throws InterruptedException {
    try {
      round.open();
      while (stopping.getCount() > 0) {
        round.tick();
        if (failing) {
          failing = false;
          log.info("reading events works again");
        }
      }
      return true;
    } catch (WakeupException woken) {
      return stopping.getCount() == 0;
    } catch (InterruptException stopped) {
      throw stopped;
    } catch (RuntimeException | Error e) {
      if (!failing) {
        failing = true;
        log.warn("reading events failed; retrying every {} s", OPEN_AGAIN.toSeconds(), e);
      }
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
}
