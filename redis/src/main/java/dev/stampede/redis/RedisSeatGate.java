package dev.stampede.redis;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.SeatGate;
import dev.stampede.engine.show.ShowId;
import io.lettuce.core.SetArgs;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Layer 1 in Redis: one key for each seat that is entered, held or sold, which says whose it is and
 * ends by itself.
 *
 * <p>A key is made here, when a request enters. After the commit it belongs to the news: {@link
 * RedisSeatNews} makes it end with the hold, or removes it. Whatever goes wrong in between, the key
 * ends, and the gate has only been too strict or too lenient for a while.
 *
 * <p>Nobody waits long for a Redis that does not answer: one request {@link #PATIENCE}, and after
 * some in a row nobody at all for {@link GateBreaker#PAUSE}.
 */
public final class RedisSeatGate implements SeatGate {

  static final Duration PATIENCE = Duration.ofMillis(75);

  /** As long as stored answers are kept. */
  static final Duration REMEMBERED = Duration.ofHours(24);

  private static final Verdict PASSED = new Verdict.Passed();
  private static final Verdict SKIPPED = new Verdict.Skipped();

  private final Redis redis;
  private final String keyPrefix;
  private final EnterScript enter;
  private final LeaveScript leave;
  private final GateBreaker breaker = new GateBreaker();

  /**
   * A gate.
   *
   * @param seatLockTimeout how long a key lasts whose request is never heard of again
   */
  public RedisSeatGate(Redis redis, String keyPrefix, Duration seatLockTimeout) {
    this.redis = redis;
    this.keyPrefix = keyPrefix;
    this.enter = new EnterScript(redis, seatLockTimeout);
    this.leave = new LeaveScript(redis);
  }

  @Override
  public Verdict enter(
      ShowId show, List<Integer> seats, Buyer buyer, HoldId hold, Optional<Operation> operation) {
    if (breaker.isOpen()) {
      return SKIPPED;
    }
    CompletableFuture<List<Integer>> asked =
        enter.run(new ShowKeys(keyPrefix, show), seats, buyer, hold, operation);
    try {
      List<Integer> taken = asked.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      breaker.succeeded();
      return taken.isEmpty() ? PASSED : new Verdict.Refused(taken);
    } catch (TimeoutException | ExecutionException away) {
      breaker.failed();
      leaveLater(asked, show, seats, hold);
      return SKIPPED;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      leaveLater(asked, show, seats, hold);
      return SKIPPED;
    }
  }

  /**
   * It may enter yet, and nobody would know. What was committed by then is not given back: its keys
   * no longer look as if they were only entered.
   */
  private void leaveLater(
      CompletableFuture<List<Integer>> asked, ShowId show, List<Integer> seats, HoldId hold) {
    var _ = asked.thenAccept(_ -> leave(show, seats, hold));
  }

  @Override
  public void leave(ShowId show, List<Integer> seats, HoldId hold) {
    var _ = leave.run(new ShowKeys(keyPrefix, show), seats, hold);
  }

  @Override
  public void done(ShowId show, Operation operation) {
    try {
      var _ =
          redis
              .commands()
              .set(
                  new ShowKeys(keyPrefix, show).done(operation),
                  "1",
                  SetArgs.Builder.px(REMEMBERED));
    } catch (RuntimeException away) {
      // Without the marker a repeat may be refused while its seat is another's; it is told so in
      // the database's own words as soon as the gate is skipped or the seat is free.
      breaker.failed();
    }
  }
}
