package dev.stampede.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Requests that are submitted in order, by a committer that does everything a committer may do to
 * them: what is decided is always a beginning, in its order.
 *
 * <p>Seen to fail with planted bugs: stranded requests that are written all the same when a group
 * is halved, or goes on behind one that waited alone.
 */
final class RequestSequenceTest {

  private static final Duration PATIENT = Duration.ofSeconds(30);
  private static final LaneSettings SMALL_GROUPS = new LaneSettings(64, 4, PATIENT);

  /** The decided requests, in the order of their decisions; only the writer adds to it. */
  private final List<Integer> written = new ArrayList<>();

  @Test
  void allOfThemAreDecidedInTheirOrder() {
    assertThat(submit(new Moody(0, 0, 0), 40)).hasSize(40);
    assertThat(written).isEqualTo(requests(40));
  }

  @Test
  void behindTheFirstThatFindsNoPlaceNobodyIsPut() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch full = new CountDownLatch(1);
    Moody deciding = new Moody(0, 0, 0);
    Committer<Integer, Integer> waiting =
        new Committer<>() {
          @Override
          public Commit<Integer> commit(List<Integer> group) throws InterruptedException {
            begun.countDown();
            assertThat(full.await(40, TimeUnit.SECONDS)).isTrue();
            return deciding.commit(group);
          }

          @Override
          public Commit<Integer> commitAlone(Integer request) {
            return deciding.commitAlone(request);
          }
        };
    try (Lane<Integer, Integer> lane =
        new Lane<>("test-lane", SMALL_GROUPS, waiting, LaneListener.NONE)) {
      // The writer has one and waits: 64 fit behind it, and the next is one too many.
      CompletableFuture<Outcome<Integer>> first =
          CompletableFuture.supplyAsync(() -> lane.submit(-5, PATIENT), Thread::startVirtualThread);
      assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
      CompletableFuture<List<Outcome<Integer>>> outcomes = new CompletableFuture<>();
      Thread caller =
          Thread.startVirtualThread(
              () -> outcomes.complete(lane.submitInOrder(requests(500), PATIENT)));
      long end = System.nanoTime() + PATIENT.toNanos();
      // A caller that waits has tried them all; while it tries, no place must become free.
      while ((lane.depth() < SMALL_GROUPS.capacity() || caller.getState() != Thread.State.WAITING)
          && System.nanoTime() < end) {
        LockSupport.parkNanos(100_000);
      }
      full.countDown();
      List<Integer> decided = decided(outcomes.orTimeout(40, TimeUnit.SECONDS).join());

      assertThat(decided).isEqualTo(requests(SMALL_GROUPS.capacity()));
      assertThat(written.subList(1, written.size())).isEqualTo(decided);
      assertThat(first.join()).isEqualTo(new Outcome.Decided<>(-5));
    }
  }

  @Test
  void theDecidedRequestsAreAPrefixOfTheSequenceDespiteFailures() {
    Moody committer = new Moody(0, 0, 0);
    try (Lane<Integer, Integer> lane =
        new Lane<>("test-lane", SMALL_GROUPS, committer, LaneListener.NONE)) {
      for (int seed = 0; seed < 2_000; seed++) {
        written.clear();
        Random mood = new Random(seed);
        committer.feel(seed, mood.nextInt(3), mood.nextInt(4));
        committer.poison = mood.nextInt(60);
        List<Integer> decided = decided(lane.submitInOrder(requests(30), PATIENT));

        assertThat(decided).as("seed %d", seed).isEqualTo(requests(decided.size()));
        assertThat(written).as("seed %d", seed).isEqualTo(decided);
      }
    }
  }

  private static List<Integer> requests(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  /** The answers of those that were decided; behind the first that was not there is none. */
  private List<Integer> submit(Moody committer, int requests) {
    try (Lane<Integer, Integer> lane =
        new Lane<>("test-lane", SMALL_GROUPS, committer, LaneListener.NONE)) {
      List<Outcome<Integer>> outcomes = lane.submitInOrder(requests(requests), PATIENT);
      assertThat(outcomes).hasSize(requests);
      return decided(outcomes);
    }
  }

  private static List<Integer> decided(List<Outcome<Integer>> outcomes) {
    List<Integer> decided = new ArrayList<>();
    for (int i = 0; i < outcomes.size(); i++) {
      if (outcomes.get(i) instanceof Outcome.Decided<Integer>(Integer answer)) {
        assertThat(decided).as("%s", outcomes).hasSize(i);
        decided.add(answer);
      }
    }
    return decided;
  }

  /** Decides groups, loses them, carries requests over, or throws, as it likes. */
  private final class Moody implements Committer<Integer, Integer> {

    private Random random = new Random();
    private int bad;
    private int carrying;

    /** Breaks every group that it is in. */
    private volatile int poison = -1;

    Moody(long seed, int bad, int carrying) {
      feel(seed, bad, carrying);
    }

    /**
     * Between sequences alone.
     *
     * @param bad in 40, how often a group cannot be written, in one of three ways
     * @param carrying in 10, how often a request is carried over
     */
    private void feel(long seed, int bad, int carrying) {
      this.random = new Random(seed);
      this.bad = bad;
      this.carrying = carrying;
    }

    @Override
    public Commit<Integer> commit(List<Integer> group) {
      if (group.contains(poison)) {
        throw new IllegalStateException("nobody can decide " + poison);
      }
      if (random.nextInt(40) < bad) {
        return switch (random.nextInt(3)) {
          case 0 -> throw new LaneUnavailableException("away");
          case 1 -> throw new IllegalStateException("one of them is bad");
          default ->
              new Commit.InDoubt<>(
                  group.stream().<Decision<Integer>>map(Decision.Decided::new).toList(),
                  () -> Commit.Fate.UNKNOWN);
        };
      }
      List<Decision<Integer>> decisions = new ArrayList<>();
      boolean carried = false;
      for (int request : group) {
        if (carried) {
          decisions.add(new Decision.Behind<>());
        } else if (random.nextInt(10) < carrying) {
          carried = true;
          decisions.add(new Decision.CarriedOver<>());
        } else {
          written.add(request);
          decisions.add(new Decision.Decided<>(request));
        }
      }
      return new Commit.Done<>(decisions);
    }

    @Override
    public Commit<Integer> commitAlone(Integer request) {
      return commit(List.of(request));
    }
  }
}
