package dev.stampede.engine.claim.layer;

import dev.stampede.engine.claim.ClaimOutcome.InFlight;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.deadline.RequestDeadline;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The operations that this process is deciding, each with the end of its first request.
 *
 * <p>A repeat goes the same way as its first request, and usually finds that one's answer there: in
 * the same group, or behind its row locks. If it would hear that the server is overloaded while the
 * first request still runs, it waits for the end of that request instead and is decided once more,
 * so that it gets the stored answer. If its deadline passes first, it is {@link InFlight}.
 *
 * <p>The repeat does not wait beforehand: most repeats would only get their answer a group later.
 *
 * <p>A claim with an operation pays for one entry in a map, which its own call removes however it
 * ends. So there are never more entries than claims at work. Requests of other processes, and those
 * from Kafka, are not in the map; a repeat of theirs stays overloaded.
 */
final class RunningOperations {

  /** The longest wait for a first request; the requests of a server have earlier deadlines. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** By operation id. */
  private final Map<String, CountDownLatch> firsts = new ConcurrentHashMap<>();

  /**
   * Decides a claim with this operation.
   *
   * @param layers decides it; called once more for a repeat whose first request has ended
   */
  ClaimPassage decide(Operation operation, Supplier<ClaimPassage> layers) {
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch first = firsts.putIfAbsent(operation.id(), end);
    if (first != null) {
      return decideRepeat(first, layers);
    }
    try {
      return layers.get();
    } finally {
      firsts.remove(operation.id());
      end.countDown();
    }
  }

  private static ClaimPassage decideRepeat(CountDownLatch first, Supplier<ClaimPassage> layers) {
    ClaimPassage passage = layers.get();
    if (!(passage.outcome() instanceof Overloaded)) {
      return passage;
    }
    try {
      long left = RequestDeadline.left(PATIENCE).toNanos();
      if (!first.await(left, TimeUnit.NANOSECONDS)) {
        return new ClaimPassage(
            passage.layer(), passage.gate(), passage.gateNanos(), new InFlight());
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return passage;
    }
    return RequestDeadline.passed() ? passage : layers.get();
  }

  /** Returns the number of operations whose first request is being decided. */
  int size() {
    return firsts.size();
  }
}
