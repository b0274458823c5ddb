package dev.stampede.redis.gate;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.layer.SeatGate;
import dev.stampede.engine.deadline.RequestDeadline;
import dev.stampede.engine.show.ShowId;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisBreaker;
import dev.stampede.redis.RequestBatcher;
import dev.stampede.redis.ShowKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * The gate in Redis, layer 1: a lock for each seat that a claim has entered. The lock names its
 * buyer and expires.
 *
 * <p>{@link #enter} makes the keys. Each is removed when the claim is decided: by the news of its
 * commit ({@link dev.stampede.redis.news.RedisSeatNews}), after which boards refuse the seat, or by
 * {@link #leave}. If both fail, the key expires; until then the gate is too strict. A key that
 * expires too early makes it too lenient; the database decides in any case.
 *
 * <p>Claims do not wait long for a Redis that does not answer. A call times out after {@link
 * Redis#GATE_PATIENCE}; claims that arrive meanwhile wait for its end and for their own call. After
 * some timeouts the {@link RedisBreaker} opens, and claims skip the gate at once. A claim that the
 * open breaker lets through has a call of its own, so no other claim waits for it.
 */
public final class RedisSeatGate implements SeatGate {

  /**
   * The longest time that a request waits to be sent. The caller's deadline counts if it is sooner.
   */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(3);

  private static final Verdict PASSED = new Verdict.Passed();
  private static final Verdict SKIPPED = new Verdict.Skipped();
  private static final CompletableFuture<?> NEVER_SENT =
      CompletableFuture.failedFuture(new IllegalStateException("it was not sent"));

  private final Redis redis;
  private final String keyPrefix;
  private final LongSupplier epoch;
  private final EnterScript enter;
  private final LeaveScript leave;
  private final RedisBreaker breaker;
  private final RequestBatcher<EnterRequest> queue = new RequestBatcher<>(this::ask);

  /**
   * A gate.
   *
   * @param epoch of the database: what was entered or told in another counts for nothing
   * @param seatLockTimeout how long a key lasts whose request is never heard of again
   */
  public RedisSeatGate(
      Redis redis, String keyPrefix, LongSupplier epoch, Duration seatLockTimeout) {
    this.epoch = epoch;
    this.redis = redis;
    this.keyPrefix = keyPrefix;
    this.enter = new EnterScript(redis, seatLockTimeout);
    this.leave = new LeaveScript(redis);
    this.breaker = redis.gateBreaker();
  }

  private ShowKeys names(ShowId show) {
    return new ShowKeys(keyPrefix, epoch.getAsLong(), show);
  }

  @Override
  public Verdict enter(ShowId show, List<Integer> seats, Buyer buyer, HoldId hold) {
    EnterRequest request =
        EnterRequest.of(show, seats, buyer, hold, RequestDeadline.left(LONGEST_WAIT));
    if (breaker.isClosed()) {
      queue.add(request);
    } else if (request.isTooLate()) {
      return SKIPPED;
    } else {
      var _ = ask(List.of(request));
    }
    try {
      List<Integer> taken = request.taken().get();
      return taken.isEmpty() ? PASSED : new Verdict.Refused(taken);
    } catch (ExecutionException away) {
      return SKIPPED;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      leaveLater(request.taken(), request);
      return SKIPPED;
    }
  }

  /**
   * One call for each show among them, all at the same time. Callers set no timer, which would cost
   * each of them as much as the wait itself: a call ends within its patience, and the queue lets go
   * of requests that are too late for the next. So a caller waits for its own limit, a call that
   * was under way, and its own call.
   */
  private CompletableFuture<?> ask(List<EnterRequest> group) {
    Map<ShowId, List<EnterRequest>> byShow = new LinkedHashMap<>();
    group.forEach(
        request -> byShow.computeIfAbsent(request.show(), _ -> new ArrayList<>()).add(request));
    return CompletableFuture.allOf(
        byShow.entrySet().stream()
            .map(of -> ask(names(of.getKey()), of.getValue()))
            .toArray(CompletableFuture<?>[]::new));
  }

  private CompletableFuture<?> ask(ShowKeys show, List<EnterRequest> group) {
    AtomicReference<CompletableFuture<?>> sent = new AtomicReference<>(NEVER_SENT);
    return breaker
        .ask(
            () -> {
              // Entering again with the same hold changes nothing.
              CompletableFuture<List<List<Integer>>> entered =
                  redis.retries().run(() -> enter.run(show, group));
              sent.set(entered);
              return entered;
            })
        .handle(
            (taken, away) -> {
              for (int i = 0; i < group.size(); i++) {
                if (away == null) {
                  group.get(i).taken().complete(taken.get(i));
                } else {
                  group.get(i).taken().completeExceptionally(away);
                  leaveLater(sent.get(), group.get(i));
                }
              }
              return null;
            });
  }

  /**
   * Leaves after a late answer: the request may enter yet, and nobody would know. If its claim has
   * been decided without the gate meanwhile, boards and database refuse the seats.
   */
  private void leaveLater(CompletableFuture<?> asked, EnterRequest request) {
    var _ = asked.thenAccept(_ -> leave(request.show(), request.seats(), request.hold()));
  }

  @Override
  public void leave(ShowId show, List<Integer> seats, HoldId hold) {
    var _ = leave.run(names(show), seats, hold);
  }
}
