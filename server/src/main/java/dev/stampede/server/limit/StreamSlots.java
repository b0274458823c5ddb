package dev.stampede.server.limit;

import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the open streams, in all and for each client, so that one client cannot take the slots
 * that are there for a crowd.
 *
 * <p>The thread that writes a stream takes the slot and gives it back, whatever ends the stream.
 * Before that a client can be told that there will be none ({@link #refusal}); when many clients
 * come at once, a few may pass that check and find no slot all the same, and their streams end at
 * once.
 */
public final class StreamSlots<K> {

  private static final Duration COME_BACK = Duration.ofSeconds(2);

  private final int most;
  private final int mostEach;
  private final AtomicInteger open = new AtomicInteger();

  /** Has at most as many keys as there are streams open. */
  private final Map<K, Integer> byClient = new ConcurrentHashMap<>();

  /**
   * Nobody has one yet.
   *
   * @param mostEach 0 for as many as there are
   */
  public StreamSlots(int most, int mostEach) {
    this.most = most;
    this.mostEach = mostEach;
  }

  public int open() {
    return open.get();
  }

  /**
   * Returns the answer to a client for whom there is no slot.
   *
   * @param what what all are doing, as in "watching seats"
   * @param instead what to do without a stream
   */
  public Optional<Problem> refusal(K client, String what, String instead) {
    if (open.get() >= most) {
      return Optional.of(
          Problem.of(
                  ProblemType.OVERLOADED,
                  "%d clients are %s on this server, which is the limit; try again or %s"
                      .formatted(most, what, instead))
              .retryAfter(COME_BACK));
    }
    if (mostEach > 0 && byClient.getOrDefault(client, 0) >= mostEach) {
      return Optional.of(
          Problem.of(
                  ProblemType.RATE_LIMITED,
                  "you have %d streams open, which is the limit; close one, or %s"
                      .formatted(mostEach, instead))
              .retryAfter(COME_BACK));
    }
    return Optional.empty();
  }

  /** Takes a slot, if there is one; then it has to be given back. */
  public boolean take(K client) {
    if (open.incrementAndGet() > most) {
      open.decrementAndGet();
      return false;
    }
    int mine = byClient.merge(client, 1, Integer::sum);
    if (mostEach > 0 && mine > mostEach) {
      giveBack(client);
      return false;
    }
    return true;
  }

  public void giveBack(K client) {
    byClient.computeIfPresent(client, (_, mine) -> mine == 1 ? null : mine - 1);
    open.decrementAndGet();
  }
}
