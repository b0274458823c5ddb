package dev.stampede.prove.simulation.scenario;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.LineExit;
import dev.stampede.engine.waitingroom.LineJournal;
import dev.stampede.engine.waitingroom.LineLostException;
import dev.stampede.engine.waitingroom.LineState.Gone;
import dev.stampede.engine.waitingroom.LineUnavailableException;
import dev.stampede.engine.waitingroom.PlaceToken;
import dev.stampede.prove.simulation.world.World;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/**
 * The durable record of one line as {@code PostgresLineJournal} keeps it: its rows, its row locks,
 * and what a statement sees. A statement may fail, before the commit or after it.
 */
class LineJournalModel implements LineJournal {

  private final World world;
  private final LineWatch watch;
  private final ReentrantLock row = new ReentrantLock();
  private final Condition noReaders = row.newCondition();
  private final NavigableMap<Long, LineExit> gone = new TreeMap<>();
  private final Map<Buyer, Long> spent = new HashMap<>();
  private int readers;
  private int troublePerMille;
  private int epoch;
  private long reserved;
  private boolean kept;

  LineJournalModel(World world, LineWatch watch) {
    this.world = world;
    this.watch = watch;
  }

  void trouble(int perMille) {
    troublePerMille = perMille;
  }

  /** A statement: it takes its time, and what it does may be lost, or its answer. */
  private <T> T statement(Supplier<T> work) {
    pause();
    fails("the database is away");
    T answer = work.get();
    pause();
    fails("the commit's answer was lost");
    return answer;
  }

  private void pause() {
    try {
      TimeUnit.MICROSECONDS.sleep(world.dice().between(50, 2_000));
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the journal", e);
    }
  }

  private void fails(String why) {
    if (world.dice().chance(troublePerMille)) {
      world.note("journal: %s", why);
      throw new LineUnavailableException(why, new IllegalStateException(why));
    }
  }

  @Override
  public void next(ShowId show, IntPredicate isKept, Consumer<Epoch> begin) {
    pause();
    fails("the database is away");
    row.lock();
    try {
      while (readers > 0) {
        noReaders.awaitUninterruptibly();
      }
      boolean first = epoch == 0;
      if (!first && isKept.test(epoch)) {
        return;
      }
      Epoch begun = new Epoch(epoch + 1, reserved, kept && !first);
      begin.accept(begun);
      // What the transaction wrote is there with its commit, or not at all.
      fails("the commit of an epoch failed");
      epoch = begun.number();
      kept = true;
      watch.recordedEpoch(epoch);
      world.note("journal: epoch %d above number %d", epoch, reserved);
    } finally {
      row.unlock();
    }
    fails("the commit's answer was lost");
  }

  @Override
  public boolean mayExist(ShowId show) {
    return statement(() -> kept);
  }

  @Override
  public void raise(ShowId show, int lineEpoch, long limit) {
    // The database of this model is never rewound.
    var _ =
        statement(
            () -> {
              locked(
                  () -> {
                    if (epoch == 0 && lineEpoch > 0) {
                      epoch = lineEpoch;
                      reserved = limit;
                      kept = true;
                    }
                  });
              return true;
            });
  }

  private void locked(Runnable work) {
    row.lock();
    try {
      work.run();
    } finally {
      row.unlock();
    }
  }

  @Override
  public OptionalLong reserve(ShowId show, int of, long count) {
    return statement(
        () -> {
          row.lock();
          try {
            if (epoch != of) {
              return OptionalLong.empty();
            }
            reserved += count;
            return OptionalLong.of(reserved);
          } finally {
            row.unlock();
          }
        });
  }

  @Override
  public void gone(ShowId show, List<LineExit> moved) {
    var _ =
        statement(
            () -> {
              beginReading();
              try {
                record(show, moved);
              } finally {
                endReading();
              }
              return true;
            });
  }

  /** No other epoch begins meanwhile. */
  private void beginReading() {
    locked(() -> readers++);
  }

  private void endReading() {
    locked(
        () -> {
          readers--;
          noReaders.signalAll();
        });
  }

  private void record(ShowId show, List<LineExit> moved) {
    List<LineExit> places =
        moved.stream().filter(one -> one.kind() != LineExit.Kind.PASS_GIVEN_UP).toList();
    requireCurrent(show, places);
    pause();
    for (LineExit one : places) {
      if (gone.putIfAbsent(one.number(), one) == null) {
        world.note("journal: %s", one);
        watch.recorded(one);
      }
    }
    for (LineExit one : moved) {
      LineExit admitted = gone.get(one.number());
      if (one.kind() == LineExit.Kind.PASS_GIVEN_UP
          && admitted != null
          && admitted.kind() == LineExit.Kind.ADMITTED) {
        world.note("journal: %s", one);
        spend(admitted.buyer(), admitted.number());
      }
    }
  }

  void requireCurrent(ShowId show, List<LineExit> places) {
    if (places.stream().anyMatch(one -> one.epoch() < epoch)) {
      throw new LineLostException(show);
    }
  }

  /** The commit of a booking, or a pass given up. */
  void spend(Buyer buyer, long number) {
    spent.merge(buyer, number, Math::max);
  }

  boolean isGood(LineExit admitted) {
    return admitted.kind() == LineExit.Kind.ADMITTED
        && admitted.passUntil().isAfter(world.now())
        && admitted.number() > spent.getOrDefault(admitted.buyer(), 0L);
  }

  long inside() {
    return gone.values().stream().filter(this::isGood).count();
  }

  boolean isRecorded(long number, Buyer buyer, LineExit.Kind kind) {
    LineExit exit = gone.get(number);
    return exit != null && exit.buyer().equals(buyer) && exit.kind() == kind;
  }

  @Override
  public List<Gone> gone(ShowId show, long above, int limit) {
    return statement(
        () ->
            gone.tailMap(above, false).values().stream()
                .limit(limit)
                .map(
                    one ->
                        new Gone(
                            one.number(),
                            isGood(one) ? one.passUntil() : Instant.EPOCH,
                            one.buyer()))
                .toList());
  }

  @Override
  public List<Boolean> areGood(ShowId show, List<PlaceToken> tokens) {
    return statement(() -> tokens.stream().map(this::isGood).toList());
  }

  private boolean isGood(PlaceToken token) {
    return gone.values().stream()
        .filter(one -> one.buyer().equals(token.buyer()))
        .noneMatch(
            one ->
                one.number() == token.number()
                    || (one.kind() != LineExit.Kind.EXCHANGED
                        && (one.number() > token.number() || one.epoch() > token.epoch())));
  }

  @Override
  public List<ShowId> unused(int limit) {
    return List.of();
  }

  @Override
  public void remove(ShowId show, BooleanSupplier remove) {
    throw new UnsupportedOperationException("no line is removed here");
  }
}
