package dev.stampede.lane;

import dev.stampede.lane.Decision.CarriedOver;
import dev.stampede.lane.Decision.Decided;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Commits nothing anywhere: notes each group, and answers a request with itself. */
final class SteppedCommitter implements Committer<String, String> {

  private final List<List<String>> groups = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch pass = new CountDownLatch(1);
  private final AtomicInteger started = new AtomicInteger();
  private final List<String> carryOnce = Collections.synchronizedList(new ArrayList<>());
  private final List<String> carryAlways = Collections.synchronizedList(new ArrayList<>());
  private final List<Commit.Inquiry> losses = Collections.synchronizedList(new ArrayList<>());
  final AtomicBoolean away = new AtomicBoolean();

  @Override
  public Commit<String> commit(List<String> group) throws InterruptedException {
    return commit(group, group);
  }

  @Override
  public Commit<String> commitAlone(String request) throws InterruptedException {
    return commit(List.of(request), List.of("alone: " + request));
  }

  private Commit<String> commit(List<String> group, List<String> noted)
      throws InterruptedException {
    groups.add(List.copyOf(noted));
    started.incrementAndGet();
    pass.await();
    if (away.get()) {
      throw new LaneUnavailableException("away");
    }
    if (group.contains("bad")) {
      throw new IllegalStateException("bad request");
    }
    List<Decision<String>> decisions = new ArrayList<>();
    for (String request : group) {
      boolean carry = carryOnce.remove(request) || carryAlways.contains(request);
      decisions.add(carry ? new CarriedOver<>() : new Decided<>(request));
    }
    return losses.isEmpty()
        ? new Commit.Done<>(decisions)
        : new Commit.InDoubt<>(decisions, losses.removeFirst());
  }

  void carryOnce(String request) {
    carryOnce.add(request);
  }

  void carryAlways(String request) {
    carryAlways.add(request);
  }

  void loseCommits(Commit.Fate... fates) {
    for (Commit.Fate fate : fates) {
      losses.add(() -> fate);
    }
  }

  void breakInquiries() {
    losses.add(
        () -> {
          throw new IllegalStateException("no answer");
        });
  }

  void awaitCommit() {
    LaneFixture.await("a commit has begun", () -> started.get() > 0);
  }

  void letAllPass() {
    pass.countDown();
  }

  List<List<String>> groups() {
    return List.copyOf(groups);
  }
}
