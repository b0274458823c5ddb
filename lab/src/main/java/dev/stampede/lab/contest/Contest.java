package dev.stampede.lab.contest;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Held;
import dev.stampede.engine.claim.ClaimOutcome.NotAvailable;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.ClaimOutcome.SeatsTaken;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lab.contest.RunListener.State;
import dev.stampede.lab.line.QueueTable;
import dev.stampede.lab.line.QueuedClaims;
import dev.stampede.lab.plan.Plan;
import dev.stampede.lab.plan.Queueing;
import dev.stampede.lab.services.LabStores;
import dev.stampede.lab.services.ServiceUsage;
import dev.stampede.lab.strategy.ClaimFailure;
import dev.stampede.lab.strategy.LabSeatRow;
import dev.stampede.lab.strategy.OpenWay;
import dev.stampede.lab.strategy.SeatTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lets a crowd loose on a way to claim: a virtual thread for each buyer, all at once. */
public final class Contest {

  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  private final LabStores stage;
  private final RunListener onlooker;
  private final Stop stop;
  private final @Nullable Transcript transcript;

  public Contest(LabStores stage, RunListener onlooker, Stop stop) {
    this(stage, onlooker, stop, null);
  }

  private Contest(
      LabStores stage, RunListener onlooker, Stop stop, @Nullable Transcript transcript) {
    this.stage = stage;
    this.onlooker = onlooker;
    this.stop = stop;
    this.transcript = transcript;
  }

  /** The same, with a log of every transaction. */
  public Contest loggingTo(Consumer<String> lines) {
    return new Contest(stage, onlooker, stop, new Transcript(lines));
  }

  /** Returns when everybody has an answer, or when it is enough. */
  public RunResult run(PlannedRun trial) throws SQLException, InterruptedException {
    Plan plan = trial.plan();
    List<Intention> intentions = Intention.of(plan.crowd());
    ShowId show = stage.newShow(plan.crowd().seats());
    RunRecorder notes = new RunRecorder(intentions, transcript);
    OpenWay way = OpenWay.of(plan, stage, notes);
    Claims claims = plan.queueing().on() ? queued(plan.queueing(), show, way, notes) : way;
    Rush rush = new Rush(claims, show, notes);
    ServiceUsage before = stage.usage();
    rush.begin(intentions);
    boolean over = rush.await(trial);
    Duration took = rush.took();
    // First who was told what, then the seats: what is sold in between is nobody's lost ticket.
    List<BuyerResult> stories = notes.stories();
    ServiceUsage usage = stage.usage().minus(before);
    List<LabSeatRow> tickets = tickets(show);
    if (over) {
      way.close();
    }
    return new RunResult(
        trial, stories, tickets, new RunResult.Cost(took, usage), notes.errors(), !over);
  }

  private Claims queued(Queueing queueing, ShowId show, Claims way, RunRecorder notes)
      throws SQLException {
    QueueTable queue = new QueueTable(stage.pool(), queueing.expiry());
    for (int ghost = 1; ghost <= queueing.ghosts(); ghost++) {
      var _ = queue.enter(show, new Buyer("ghost " + ghost));
    }
    return new QueuedClaims(queue, queueing, way, notes);
  }

  private List<LabSeatRow> tickets(ShowId show) throws SQLException {
    try (Connection connection = stage.pool().getConnection()) {
      return SeatTable.all(connection, show);
    }
  }

  /** The buyers of one run. */
  private final class Rush {

    private final Claims claims;
    private final ShowId show;
    private final RunRecorder notes;
    private final AtomicInteger arrivals = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger sold = new AtomicInteger();
    private CountDownLatch left = new CountDownLatch(0);
    private long startNanos;

    Rush(Claims claims, ShowId show, RunRecorder notes) {
      this.claims = claims;
      this.show = show;
      this.notes = notes;
    }

    void begin(List<Intention> intentions) {
      left = new CountDownLatch(intentions.size());
      startNanos = System.nanoTime();
      for (Intention intention : intentions) {
        Thread.ofVirtual().name(intention.buyer().sub()).start(() -> buy(intention));
      }
    }

    /** True when everybody has an answer. */
    boolean await(PlannedRun trial) throws InterruptedException {
      boolean over = false;
      while (!over && !stop.isRequested()) {
        over = left.await(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        onlooker.sees(trial, new State(answered.get(), sold.get(), notes.retries()));
      }
      return over;
    }

    Duration took() {
      return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    private void buy(Intention intention) {
      BuyerNotes journey = notes.of(intention.buyer().sub());
      journey.setOut(arrivals.getAndIncrement(), startNanos);
      try {
        end(journey, claims.claim(claim(intention)));
      } catch (RuntimeException e) {
        notes.broken(e);
        journey.ended(answered.getAndIncrement(), List.of(), Optional.of(ClaimFailure.ERROR));
      } finally {
        left.countDown();
      }
    }

    private Claim claim(Intention intention) {
      return new Claim.Hold(
          show,
          intention.buyer(),
          Optional.empty(),
          HoldId.fresh(System.currentTimeMillis()),
          intention.wanted());
    }

    private void end(BuyerNotes journey, ClaimOutcome outcome) {
      int served = answered.getAndIncrement();
      if (outcome instanceof Held(var hold)) {
        // First the story: a listener that stops the run at the first sale must find that sale in
        // it.
        journey.ended(served, hold.seats(), Optional.empty());
        sold.incrementAndGet();
      } else {
        journey.ended(served, List.of(), Optional.of(reason(journey, outcome)));
      }
    }

    private static ClaimFailure reason(BuyerNotes journey, ClaimOutcome outcome) {
      if (outcome instanceof NotAvailable || outcome instanceof SeatsTaken) {
        return ClaimFailure.NO_TICKETS;
      }
      return outcome instanceof Overloaded
          ? journey.reasonOr(ClaimFailure.LOCK_BUSY)
          : ClaimFailure.ERROR;
    }
  }
}
