package dev.stampede.workers;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Items from producers to consumers through a bounded buffer: a producer that is faster waits, so
 * that memory stays bounded and slowness is felt where it can be helped.
 *
 * <p>Consumers are a {@link TaskGroup}. When one fails the others stop, producers hear of it at
 * their next item, and {@link #finish} says why. Items are taken in the order in which they came;
 * with several consumers they may be finished in another.
 */
public final class Pipeline<T> implements AutoCloseable {

  /** Consumes an item. */
  @FunctionalInterface
  public interface Consumer<T> {
    void accept(T item) throws Exception;
  }

  /** Room for items, and how many consume at once. */
  public record Size(int capacity, int consumers) {
    private static final int MOST = 1_000_000;

    public Size {
      if (capacity < 1 || capacity > MOST) {
        throw new IllegalArgumentException("capacity is %d; set 1..%d".formatted(capacity, MOST));
      }
      if (consumers < 1) {
        throw new IllegalArgumentException(
            "consumers is %d; set 1 or more, and no more than the pool has workers"
                .formatted(consumers));
      }
    }
  }

  private final Size size;
  private final Consumer<? super T> consumer;
  private final TaskGroup group;
  private final Deadline deadline;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition roomy = lock.newCondition();
  private final Condition filled = lock.newCondition();
  private final Queue<T> items = new ArrayDeque<>();
  private boolean finished;
  private boolean broken;

  private Pipeline(TaskGroup group, Size size, Deadline deadline, Consumer<? super T> consumer) {
    this.group = group;
    this.size = size;
    this.deadline = deadline;
    this.consumer = consumer;
  }

  /** Starts the consumers in the pool; all of it must end by the deadline. */
  public static <T> Pipeline<T> start(
      WorkerPool pool, String name, Size size, Deadline deadline, Consumer<? super T> consumer)
      throws InterruptedException {
    if (size.consumers() > pool.settings().workers()) {
      throw new IllegalArgumentException(
          "consumers is %d, but the pool has %d workers; set no more than that"
              .formatted(size.consumers(), pool.settings().workers()));
    }
    Pipeline<T> pipeline = new Pipeline<>(pool.group(name, deadline), size, deadline, consumer);
    for (int i = 0; i < size.consumers(); i++) {
      var unused = pipeline.group.fork(name + "-" + i, pipeline::consume);
    }
    return pipeline;
  }

  /** Adds an item; waits while there is no room. */
  public Put put(T item) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!broken && !finished && items.size() == size.capacity()) {
        long left = deadline.left().toNanos();
        if (left <= 0 || roomy.awaitNanos(left) <= 0) {
          return new Put.NoTime();
        }
      }
      if (broken || finished) {
        return new Put.Ended();
      }
      items.add(item);
      filled.signal();
      return new Put.Taken();
    } finally {
      lock.unlock();
    }
  }

  /** Nothing more comes: waits until all that was taken in is consumed. */
  public GroupOutcome finish() throws InterruptedException {
    end(false);
    return group.join();
  }

  /** Returns the number of items that wait to be consumed. */
  public int depth() {
    lock.lock();
    try {
      return items.size();
    } finally {
      lock.unlock();
    }
  }

  private boolean consume() throws Exception {
    boolean whole = false;
    try {
      for (T item = next(); item != null; item = next()) {
        consumer.accept(item);
      }
      whole = true;
    } finally {
      if (!whole) {
        end(true);
      }
    }
    return whole;
  }

  /** Null when there will be no more. */
  private @Nullable T next() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (items.isEmpty() && !finished && !broken) {
        if (!filled.await(Math.max(0, deadline.left().toNanos()), TimeUnit.NANOSECONDS)) {
          throw new InterruptedException("the deadline of the pipeline has passed");
        }
      }
      roomy.signal();
      return broken ? null : items.poll();
    } finally {
      lock.unlock();
    }
  }

  private void end(boolean inFailure) {
    lock.lock();
    try {
      finished = true;
      broken |= inFailure;
      roomy.signalAll();
      filled.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Drops what was not consumed and stops the consumers. Does nothing after a finish. */
  @Override
  public void close() {
    end(true);
    group.close();
  }
}
