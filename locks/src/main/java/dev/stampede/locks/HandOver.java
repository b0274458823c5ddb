package dev.stampede.locks;

import java.util.List;

/**
 * Passes a lock on from its holder: to the next caller in this instance, without asking Redis, so
 * often and no more; then to another instance if one waits; else back to Redis.
 *
 * <p>Handing on inside the instance is as safe as going on holding it: Redis knows the lock by the
 * same owner, for as long as it would have anyway. The next holder looks how much of its time is
 * left ({@link Acquisition}).
 */
record HandOver(LockInstance instance, LockRequest request) {

  Release of(List<QueuePlace> places, List<LockName> names, Tenure tenure) {
    if (places.size() == 1) {
      QueuePlace place = places.getFirst();
      boolean inTime = tenure.expiresNanos() - System.nanoTime() > 0;
      if (inTime && instance.lines().hasWaiting(place)) {
        return toTheNext(place, tenure);
      }
    }
    return toRedis(places, names, tenure);
  }

  private Release toTheNext(QueuePlace place, Tenure tenure) {
    if (tenure.handOvers() < instance.settings().handOvers()) {
      return instance.lines().handOver(place, tenure.handedOver())
          ? Release.RELEASED
          : toRedis(List.of(place), List.of(place.name()), tenure);
    }
    return toOthersFirst(place, tenure);
  }

  /** Enough for now: an instance that waits gets it, and only if none does is it kept here. */
  private Release toOthersFirst(QueuePlace place, Tenure tenure) {
    LockCommands commands = instance.commands();
    // An instance whose callers spin leaves it alone for a moment then; others would be back at
    // once, long before somebody who spins asks again.
    boolean toSpinners = request.waiting() instanceof Waiting.Spin;
    long asked = System.nanoTime();
    try {
      long answer =
          instance
              .answer()
              .uninterruptedTo(
                  commands.cede(place.name(), tenure.token(), request.ttl(), toSpinners));
      if (answer == LockCommands.KEPT) {
        Tenure again = new Tenure(tenure.token(), asked + request.ttl().toNanos(), 0);
        return instance.lines().handOver(place, again)
            ? Release.RELEASED
            : toRedis(List.of(place), List.of(place.name()), again);
      }
      instance.lines().leave(place);
      return answer == LockCommands.CEDED ? Release.RELEASED : Release.LOST;
    } catch (NoAnswerException e) {
      return toRedis(List.of(place), List.of(place.name()), tenure);
    }
  }

  /** The turn goes on when Redis has answered, so that the next caller finds the lock free. */
  private Release toRedis(List<QueuePlace> places, List<LockName> names, Tenure tenure) {
    try {
      long ours =
          instance.answer().uninterruptedTo(instance.commands().release(names, tenure.token()));
      return ours == names.size() ? Release.RELEASED : Release.LOST;
    } catch (NoAnswerException e) {
      return Release.UNKNOWN;
    } finally {
      places.forEach(instance.lines()::leave);
    }
  }
}
