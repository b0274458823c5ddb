package dev.stampede.engine.claim.layer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.ShowId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Refused claims that look for their stored answers. */
final class RepeatCheckTest {

  private static final int CROWD = 400;

  /** Seen to fail with groups of one: each of the crowd asked for itself. */
  @Test
  void aCrowdThatIsRefusedAtTheSameTimeSharesAQuery() throws Exception {
    List<Set<String>> asked = new CopyOnWriteArrayList<>();
    CountDownLatch pass = new CountDownLatch(1);
    EarlierClaims slow = new SlowClaims(asked, pass);
    try (RepeatCheck check = new RepeatCheck(slow)) {
      List<Thread> threads = new ArrayList<>();
      List<FutureTask<RepeatCheck.Result>> results = new ArrayList<>();
      for (int i = 0; i < CROWD; i++) {
        Claim.Hold claim = keyed("key-" + i);
        results.add(new FutureTask<>(() -> check.ofOthersSeats(claim)));
        threads.add(Thread.startVirtualThread(results.getLast()));
      }
      awaitParked(threads);
      pass.countDown();

      for (int i = 0; i < CROWD; i++) {
        assertThat(results.get(i).get(10, TimeUnit.SECONDS))
            .isInstanceOf(
                i == 7 ? RepeatCheck.Result.Repeated.class : RepeatCheck.Result.New.class);
      }
    }
    assertThat(asked).as("the first ones, and then all others").hasSizeLessThan(CROWD / 10);
  }

  /** Knows one operation, and says so when it may. */
  private record SlowClaims(List<Set<String>> asked, CountDownLatch pass) implements EarlierClaims {

    @Override
    public Set<String> answered(Set<String> operations) {
      asked.add(operations);
      try {
        assertThat(pass.await(10, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return operations.contains("key-7") ? Set.of("key-7") : Set.of();
    }

    @Override
    public Map<Integer, Buyer> owners(ShowId show, Set<Integer> seats) {
      throw new AssertionError("the seats are known to be another's");
    }
  }

  private static void awaitParked(List<Thread> threads) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    for (Thread each : threads) {
      while (each.getState() != Thread.State.WAITING) {
        assertThat(System.nanoTime()).as("%s is not parked", each).isLessThan(end);
        LockSupport.parkNanos(100_000);
      }
    }
  }

  private static Claim.Hold keyed(String key) {
    return new Claim.Hold(
        new ShowId(1),
        new Buyer("ann"),
        Optional.of(new Operation(key, "body")),
        HoldId.fresh(0),
        new Wanted.Seats(List.of(3)));
  }
}
