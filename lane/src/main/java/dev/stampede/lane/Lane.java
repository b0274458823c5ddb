package dev.stampede.lane;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bounded queue and one writer that commits what has gathered in it as one group.
 *
 * <p>The writer takes whatever is there as soon as its previous group has returned: alone and
 * without added wait when idle, in large groups under load, because more gather while a group is
 * being written. The price of a commit is paid once for the group. While there is a crowd, its
 * {@link GroupPace} lets more gather.
 *
 * <p>Requests of one key are taken in order of arrival, and keys that have any take turns, so that
 * a crowd behind one of them keeps nobody else waiting ({@link LaneQueue}). Without keys all are in
 * order of arrival. A request that a group carries over stands at the head of the next one; after
 * {@value #CARRIES_BEFORE_ALONE} carries it is waited for alone, so that none starves.
 *
 * <p>No caller waits for a writer that is gone. If anything breaks while a group is written, its
 * callers are let go and the writer goes on with the next one; if the writer dies all the same, all
 * callers that wait and all that come later hear it at once ({@link #failure}).
 */
public final class Lane<Q, A> implements AutoCloseable {

  static final int CARRIES_BEFORE_ALONE = 2;

  /** A group that was certainly rolled back is run again this often before its callers are told. */
  static final int RERUNS = 1;

  /** An idle writer is woken by the first entry and by closing; this only bounds its sleep. */
  private static final Duration IDLE_LOOK = Duration.ofSeconds(10);

  private static final Logger log = LoggerFactory.getLogger(Lane.class);

  private final LaneSettings settings;
  private final Committer<Q, A> committer;
  private final LaneListener listener;
  private final Function<? super Q, ?> keys;
  private final LaneQueue<Q, A> inbox;
  private final Waiters waiters;

  /**
   * The entries that the last groups left for the next one, in order. Only the writer touches it.
   */
  private final Deque<LaneEntry<Q, A>> carried = new ArrayDeque<>();

  /** The group that is being gathered or written. Only the writer touches it. */
  private final List<LaneEntry<Q, A>> current = new ArrayList<>();

  private final GroupPace pace;

  /** When the last group was begun, as {@link System#nanoTime} counts. */
  private volatile long begunNanos = System.nanoTime();

  private volatile boolean writing;

  private final Thread writer;
  private volatile @Nullable Throwable failure;

  /** A lane without keys. */
  public Lane(
      String name, LaneSettings settings, Committer<Q, A> committer, LaneListener listener) {
    this(name, settings, committer, listener, request -> Lane.class);
  }

  /**
   * A lane that is fair between keys.
   *
   * @param keys what a request belongs to; called by its caller
   */
  public Lane(
      String name,
      LaneSettings settings,
      Committer<Q, A> committer,
      LaneListener listener,
      Function<? super Q, ?> keys) {
    this(name, settings, committer, listener, keys, new GroupPace(settings.pace()));
  }

  /**
   * A lane that shares its pace with others.
   *
   * @param keys what a request belongs to; called by its caller
   */
  public Lane(
      String name,
      LaneSettings settings,
      Committer<Q, A> committer,
      LaneListener listener,
      Function<? super Q, ?> keys,
      GroupPace pace) {
    this(name, settings, committer, listener, keys, pace, new LaneQueue<>(settings.capacity()));
  }

  Lane(
      String name,
      LaneSettings settings,
      Committer<Q, A> committer,
      LaneListener listener,
      Function<? super Q, ?> keys,
      GroupPace pace,
      LaneQueue<Q, A> inbox) {
    this.settings = settings;
    this.committer = committer;
    this.listener = new GuardedListener(name, listener);
    this.keys = keys;
    this.pace = pace;
    this.inbox = inbox;
    this.waiters = new Waiters(name + "-waiters");
    // A platform thread: among thousands of runnable virtual threads it still gets its share.
    this.writer = Thread.ofPlatform().daemon().name(name).start(this::write);
  }

  /**
   * Waits until the request's group has committed, or says why it never will.
   *
   * <p>Patience ends only the wait in the queue. A request that is being written is waited for,
   * however long that takes: telling its caller "failed" could be a lie. The committer's own
   * time-outs bound that wait.
   */
  public Outcome<A> submit(Q request, Duration patience) {
    LaneEntry<Q, A> entry = new LaneEntry<>(request, Thread.currentThread(), System.nanoTime());
    inbox.put(keys.apply(request), entry);
    return entry.await(patience, waiters);
  }

  /**
   * Submits all requests at once and waits for all. They are decided in order: if one is not
   * decided, none after it is. To preserve the order they share one key, regardless of their own
   * keys.
   *
   * @param patience how long to wait until the last of them is taken into a group
   * @return an outcome for each
   */
  public List<Outcome<A>> submitInOrder(List<Q> requests, Duration patience) {
    RequestSequence sequence = new RequestSequence();
    List<LaneEntry<Q, A>> entries = new ArrayList<>(requests.size());
    boolean full = false;
    for (Q request : requests) {
      LaneEntry<Q, A> entry =
          new LaneEntry<>(request, Thread.currentThread(), System.nanoTime(), sequence);
      entries.add(entry);
      if (full) {
        entry.refuse(new Outcome.Cancelled<>());
      } else {
        inbox.put(sequence, entry);
        full = entry.isTurnedAway();
      }
    }
    long deadline = System.nanoTime() + patience.toNanos();
    List<Outcome<A>> outcomes = new ArrayList<>(entries.size());
    for (LaneEntry<Q, A> entry : entries) {
      // Behind one that was not decided there is nothing to be patient for.
      long left = sequence.hasEnded() ? 0 : deadline - System.nanoTime();
      outcomes.add(entry.await(Duration.ofNanos(Math.max(0, left)), waiters));
    }
    return outcomes;
  }

  /** Returns the number of requests that wait to be taken. */
  public int depth() {
    return inbox.depth();
  }

  /**
   * Returns for how long the current group has been written, in nanoseconds: 0 between groups, and
   * {@link Long#MAX_VALUE} once the writer has died.
   */
  public long writingNanos() {
    if (failure != null) {
      return Long.MAX_VALUE;
    }
    return writing ? Math.max(1, System.nanoTime() - begunNanos) : 0;
  }

  /** The error that the writer died of, if it has: such a lane refuses everything. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** Refuses new requests, commits what was accepted, and ends the writer; bounded. */
  @Override
  public void close() {
    inbox.close();
    try {
      if (!writer.join(settings.drain())) {
        log.warn(
            "lane {} still had work after {} ms of draining (queued={})",
            writer.getName(),
            settings.drain().toMillis(),
            inbox.depth());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      waiters.close();
    }
  }

  private void write() {
    try {
      while (true) {
        gather();
        if (!current.isEmpty()) {
          begunNanos = System.nanoTime();
          pace.begins(current.size());
          writing = true;
          writeOrLetGo();
          writing = false;
        } else if (carried.isEmpty() && inbox.end()) {
          return;
        }
      }
    } catch (RuntimeException | Error e) {
      die(e);
    }
  }

  private void writeOrLetGo() {
    try {
      writeGroup(current, RERUNS);
    } catch (RuntimeException | Error e) {
      // The committer's own exceptions are handled: this broke before, after or between commits.
      tellUnknown(current);
      log.error(
          "lane {} broke while it wrote a group; its callers are told that the outcome is unknown",
          Thread.currentThread().getName(),
          e);
    }
  }

  /** Callers first: nothing that may fail comes before them. */
  private void die(Throwable e) {
    failure = e;
    tellUnknown(current);
    Outcome<A> refusal =
        new Outcome.Failed<>(
            new LaneUnavailableException(
                "the writer of lane %s stopped because of %s; nothing was written; restart this process"
                    .formatted(Thread.currentThread().getName(), e.getClass().getName()),
                e));
    inbox.abandon(refusal);
    carried.forEach(entry -> entry.refuse(refusal));
    log.error(
        "the writer of lane {} has stopped; the lane refuses everything from now on; restart this"
            + " process",
        Thread.currentThread().getName(),
        e);
  }

  /** Everything that is there, up to the limit; empty when idle. */
  private void gather() {
    current.clear();
    while (current.size() < settings.maxGroup() && !carried.isEmpty()) {
      take(carried.poll());
    }
    if (current.isEmpty()) {
      take(awaitFirst());
    }
    inbox.awaitGroup(
        Math.min(GroupPace.ENOUGH, settings.maxGroup()) - current.size(),
        Math.min(GroupPace.ENOUGH, settings.maxSharedGroup()),
        pace.nanosLeft());
    int limit = inbox.isShared() ? settings.maxSharedGroup() : settings.maxGroup();
    for (LaneEntry<Q, A> next; current.size() < limit && (next = inbox.poll()) != null; ) {
      take(next);
    }
  }

  private void take(@Nullable LaneEntry<Q, A> entry) {
    if (entry != null && entry.take()) {
      current.add(entry);
    }
  }

  private @Nullable LaneEntry<Q, A> awaitFirst() {
    try {
      return inbox.poll(IDLE_LOOK);
    } catch (InterruptedException e) {
      log.warn("lane {} was interrupted; it ends only by close()", writer.getName());
      return null;
    }
  }

  private void writeGroup(List<LaneEntry<Q, A>> group, int reruns) {
    if (group.getFirst().timesCarried() >= CARRIES_BEFORE_ALONE) {
      run(group.subList(0, 1), reruns, true);
      List<LaneEntry<Q, A>> rest = withoutStranded(group.subList(1, group.size()));
      if (!rest.isEmpty()) {
        writeGroup(rest, RERUNS);
      }
    } else {
      run(group, reruns, false);
    }
  }

  /** Those that may still be decided; the others are told that they will not be. */
  private static <Q, A> List<LaneEntry<Q, A>> withoutStranded(List<LaneEntry<Q, A>> taken) {
    List<LaneEntry<Q, A>> left = new ArrayList<>(taken.size());
    for (LaneEntry<Q, A> entry : taken) {
      if (entry.isStranded()) {
        entry.finish(new Outcome.Cancelled<>());
      } else {
        left.add(entry);
      }
    }
    return left;
  }

  private void run(List<LaneEntry<Q, A>> group, int reruns, boolean alone) {
    long start = System.nanoTime();
    Commit<A> commit;
    try {
      commit =
          alone
              ? committer.commitAlone(group.getFirst().request())
              : committer.commit(group.stream().map(LaneEntry::request).toList());
    } catch (LaneUnavailableException e) {
      group.forEach(entry -> entry.finish(new Outcome.Failed<>(e)));
      return;
    } catch (Exception | Error e) {
      isolate(group, e);
      return;
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    listener.committed(group.size(), group.getFirst().waited(start), took);
    if (alone) {
      listener.ranAlone(took);
    }
    conclude(group, commit, reruns, alone);
  }

  private void conclude(List<LaneEntry<Q, A>> group, Commit<A> commit, int reruns, boolean alone) {
    switch (commit) {
      case Commit.Done<A> done -> tell(group, done.decisions(), alone);
      case Commit.InDoubt<A> doubt -> {
        Commit.Fate fate = fate(doubt);
        listener.inDoubt(group.size(), fate);
        switch (fate) {
          case COMMITTED -> tell(group, doubt.decisions(), alone);
          case UNKNOWN -> tellUnknown(group);
          case ROLLED_BACK -> rerun(group, reruns, alone);
        }
      }
    }
  }

  private static Commit.Fate fate(Commit.InDoubt<?> doubt) {
    try {
      return doubt.inquiry().fate();
    } catch (RuntimeException | Error e) {
      log.error(
          "an inquiry into a lost commit failed; its callers are told that the outcome is unknown",
          e);
      return Commit.Fate.UNKNOWN;
    }
  }

  private void rerun(List<LaneEntry<Q, A>> group, int reruns, boolean alone) {
    if (reruns > 0) {
      run(group, reruns - 1, alone);
      return;
    }
    LaneUnavailableException cause =
        new LaneUnavailableException(
            "the connection was lost in "
                + (RERUNS + 1)
                + " commits in a row; nothing was written");
    group.forEach(entry -> entry.finish(new Outcome.Failed<>(cause)));
  }

  private void tell(List<LaneEntry<Q, A>> group, List<Decision<A>> decisions, boolean alone) {
    if (decisions.size() != group.size()) {
      // It has committed, so it must not run again; nobody can say which caller got what.
      log.error(
          "the committer returned {} decisions for {} requests; their callers get an unknown"
              + " outcome (a bug)",
          decisions.size(),
          group.size());
      tellUnknown(group);
      return;
    }
    int carriedBefore = carried.size();
    for (int i = 0; i < group.size(); i++) {
      LaneEntry<Q, A> entry = group.get(i);
      switch (decisions.get(i)) {
        case Decision.Decided<A> decided -> {
          noteWait(entry);
          entry.finish(new Outcome.Decided<>(decided.answer()));
        }
        case Decision.CarriedOver<A> unused when alone -> {
          noteWait(entry);
          listener.stayedLocked();
          entry.finish(new Outcome.Busy<>());
        }
        case Decision.CarriedOver<A> unused -> carryOver(entry, true);
        case Decision.Behind<A> unused -> carryOver(entry, false);
      }
    }
    if (carried.size() > carriedBefore) {
      listener.carriedOver(carried.size() - carriedBefore);
    }
  }

  private void carryOver(LaneEntry<Q, A> entry, boolean counted) {
    entry.putBack(counted);
    carried.add(entry);
  }

  private void noteWait(LaneEntry<Q, A> entry) {
    if (entry.timesCarried() > 0) {
      listener.lockWaited(entry.carriedFor(System.nanoTime()));
    }
  }

  /** Those of the group that have not been told anything else. */
  private void tellUnknown(List<LaneEntry<Q, A>> group) {
    Outcome<A> unknown = new Outcome.Unknown<>();
    group.forEach(entry -> entry.finishIfTaken(unknown));
  }

  /**
   * Finds the request that breaks its group by halving. When the first half carries something over,
   * the second waits behind it uncounted: running it now could overtake.
   */
  private void isolate(List<LaneEntry<Q, A>> group, Throwable failure) {
    if (group.size() == 1) {
      group.getFirst().finish(new Outcome.Failed<>(failure));
      return;
    }
    listener.halved(group.size());
    int carriedBefore = carried.size();
    int middle = group.size() / 2;
    writeGroup(group.subList(0, middle), RERUNS);
    List<LaneEntry<Q, A>> second = withoutStranded(group.subList(middle, group.size()));
    if (second.isEmpty()) {
      return;
    }
    if (carried.size() > carriedBefore) {
      second.forEach(entry -> entry.putBack(false));
      carried.addAll(second);
    } else {
      writeGroup(second, RERUNS);
    }
  }
}
