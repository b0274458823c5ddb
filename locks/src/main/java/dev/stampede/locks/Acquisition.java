package dev.stampede.locks;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One caller's way to its locks: first its turns in the lines of this instance, then Redis, unless
 * the lock came with the turn. For one thread, once.
 */
final class Acquisition {

  /**
   * If a smaller share of a lock's time is left when it is handed on, Redis is asked for all of it
   * again.
   */
  private static final double LEAST_LEFT = 0.75;

  /** Long beside every poll, which renews it. */
  private static final Duration STAY_IN_LINE = Duration.ofSeconds(30);

  private final LockInstance instance;
  private final LockRequest request;
  private final List<LockName> names;
  private final @Nullable FenceSource fences;
  private final Bell bell = new Bell();
  private final QueueTurns turns;
  private final Pauses pauses;
  private final long begun = System.nanoTime();
  private final long deadline;
  private String token;
  private @Nullable Tenure tenure;

  /** True if Redis may know of us: as one in line, as one a lock is kept for, or as an owner. */
  private boolean known;

  /** Why the last thing we asked for is not known. */
  private @Nullable String trouble;

  /**
   * A way that begins now.
   *
   * @param names in the order in which everybody queues
   * @param fences where the request wants one
   */
  Acquisition(
      LockInstance instance,
      LockRequest request,
      List<LockName> names,
      @Nullable FenceSource fences) {
    this.instance = instance;
    this.request = request;
    this.names = names;
    this.fences = fences;
    this.turns = new QueueTurns(instance.lines(), names, bell);
    this.pauses = new Pauses(request.waiting());
    this.deadline = begun + request.patience().toNanos();
    this.token = instance.freshToken();
  }

  LockOutcome run() throws InterruptedException {
    boolean acquired = false;
    try {
      LockOutcome outcome =
          switch (turns.await(!request.triesOnce(), deadline, instance::isClosed)) {
            case ALL -> contend();
            case BUSY -> new LockOutcome.Busy(request.keys());
            case LATE -> notInTime();
          };
      acquired = outcome instanceof LockOutcome.Acquired;
      return outcome;
    } finally {
      if (!acquired) {
        giveUp();
      }
    }
  }

  /** Redis is told before the turns go on: it hears of the next caller here after that. */
  private void giveUp() {
    Tenure unused = turns.handed();
    if (unused != null) {
      instance.commands().leave(names, unused.token());
    }
    if (known) {
      instance.commands().leave(names, token);
    }
    turns.leave();
  }

  private LockOutcome contend() throws InterruptedException {
    LockOutcome outcome = handedOver();
    if (outcome == null && turns.waited() && request.waiting() instanceof Waiting.Spin spin) {
      // This instance has just had it, and somebody else may want it. Those who spin elsewhere find
      // it free only if we wait.
      bell.await(Math.min(deadline, System.nanoTime() + spin.first().toNanos()));
    }
    while (outcome == null && !instance.isClosed()) {
      long left = attempt();
      outcome = left == LockCommands.TAKEN ? hold() : null;
      if (outcome == null) {
        if (request.triesOnce() || isLate()) {
          break;
        }
        bell.await(Math.min(deadline, System.nanoTime() + pauses.nextNanos(left)));
      }
    }
    return outcome == null ? notInTime() : outcome;
  }

  /** The lock that came with the turn, if enough of its time is left, or can be had. */
  private @Nullable LockOutcome handedOver() throws InterruptedException {
    Tenure handed = turns.handed();
    if (handed == null) {
      return null;
    }
    tenure = handed;
    token = handed.token();
    known = true;
    long left = handed.expiresNanos() - System.nanoTime();
    long ttl = request.ttl().toNanos();
    return (left <= ttl && left >= ttl * LEAST_LEFT) || extend() ? hold() : null;
  }

  /** {@link LockCommands#TAKEN}, or the milliseconds after which what is in the way ends. */
  private long attempt() throws InterruptedException {
    long asked = System.nanoTime();
    try {
      long left = isPlain() ? set() : take();
      trouble = null;
      if (left == LockCommands.TAKEN) {
        tenure = new Tenure(token, asked + request.ttl().toNanos(), 0);
      }
      return left;
    } catch (NoAnswerException e) {
      trouble = e.getMessage();
      return 0;
    }
  }

  /**
   * True if one plain command does. It does not after a call whose answer was lost: Redis may have
   * carried it out, and then our own lock would be in the way.
   */
  private boolean isPlain() {
    return names.size() == 1 && !known && !(inLine() && turns.waited());
  }

  private boolean inLine() {
    return request.waiting() instanceof Waiting.Pubsub && !request.triesOnce();
  }

  private long set() throws NoAnswerException, InterruptedException {
    known = true;
    if (instance.answer().to(instance.commands().set(names.getFirst(), token, request.ttl()))) {
      return LockCommands.TAKEN;
    }
    known = false;
    return request.triesOnce() ? 0 : take();
  }

  private long take() throws NoAnswerException, InterruptedException {
    known = true;
    boolean spins = request.waiting() instanceof Waiting.Spin;
    long left =
        instance.answer().to(instance.commands().take(names, token, request.ttl(), stay(), spins));
    known = left == LockCommands.TAKEN || !request.triesOnce();
    return left;
  }

  /** Returns how long Redis remembers that we wait, if we do not ask again. */
  private Duration stay() {
    if (request.triesOnce()) {
      return Duration.ZERO;
    }
    return request.waiting() instanceof Waiting.Spin spin
        ? spin.longest().plus(instance.settings().answerWithin())
        : STAY_IN_LINE;
  }

  /** Confirms that it is ours, for its whole time from now; if it is not we are strangers again. */
  private boolean extend() throws InterruptedException {
    long asked = System.nanoTime();
    Tenure until = taken();
    tenure = null;
    try {
      if (instance.answer().to(instance.commands().extend(names, token, request.ttl())) == 1) {
        tenure = until.expiring(asked + request.ttl().toNanos());
        return true;
      }
      token = instance.freshToken();
      known = false;
    } catch (NoAnswerException e) {
      trouble = e.getMessage();
    }
    return false;
  }

  /**
   * Makes the lock that Redis gave us ours to use. A fence is drawn now, and only then is the lock
   * confirmed: had it been lost before, another may have drawn a higher one already; as it was not,
   * every later holder draws after us.
   */
  private @Nullable LockOutcome hold() throws InterruptedException {
    OptionalLong fence = OptionalLong.empty();
    if (fences != null) {
      try {
        fence = OptionalLong.of(fences.draw());
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        return new LockOutcome.Unavailable("no fence could be drawn: " + e);
      }
      if (!extend()) {
        return null;
      }
    }
    HeldLock lock = new HeldLock(instance, request, turns.places(), taken(), fence);
    lock.begin();
    return new LockOutcome.Acquired(lock);
  }

  private Tenure taken() {
    return Objects.requireNonNull(tenure, "nothing was taken; a mistake in Acquisition");
  }

  private LockOutcome notInTime() {
    if (instance.isClosed()) {
      return new LockOutcome.Unavailable("these locks were closed");
    }
    String reason = trouble;
    if (reason != null) {
      return new LockOutcome.Unavailable(reason);
    }
    return request.triesOnce()
        ? new LockOutcome.Busy(request.keys())
        : new LockOutcome.TimedOut(request.keys(), Duration.ofNanos(System.nanoTime() - begun));
  }

  private boolean isLate() {
    return System.nanoTime() - deadline >= 0;
  }
}
