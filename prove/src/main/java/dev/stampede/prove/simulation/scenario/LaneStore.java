package dev.stampede.prove.simulation.scenario;

import dev.stampede.lane.Commit;
import dev.stampede.lane.Committer;
import dev.stampede.lane.Decision;
import dev.stampede.lane.LaneUnavailableException;
import dev.stampede.prove.simulation.world.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A store with rows: slow, sometimes locked, sometimes away, sometimes without an answer. */
class LaneStore implements Committer<LaneRequest, Integer> {

  private static final int SHOWS = 2;
  private static final int ROWS = 3;
  private static final int BREAKS = 40;

  protected final World world;
  private final int lockedPerMille;
  private final int troublePerMille;
  private final Map<Integer, LaneRequest> written = new LinkedHashMap<>();

  /** When each request first came here, and when it was made. */
  private final Map<LaneRequest, Long> seen = new HashMap<>();

  private final Map<LaneRequest, Long> made = new HashMap<>();
  private int asked;
  private boolean busy;

  LaneStore(World world) {
    this.world = world;
    this.lockedPerMille = world.dice().pick(List.of(0, 100, 400));
    this.troublePerMille = world.dice().pick(List.of(0, 50, 200));
  }

  LaneRequest request() {
    return request(world.dice().below(SHOWS), world.dice().below(ROWS));
  }

  /** One that needs the same row. */
  LaneRequest requestBeside(LaneRequest other) {
    return request(other.show(), other.row());
  }

  private LaneRequest request(int show, int row) {
    LaneRequest request = new LaneRequest(asked++, show, row, world.dice().chance(BREAKS));
    made.put(request, world.nanos());
    return request;
  }

  int asked() {
    return asked;
  }

  boolean isWritten(LaneRequest request) {
    return written.containsKey(request.id());
  }

  int answer(LaneRequest request) {
    return request.id() * 10;
  }

  @Override
  public Commit<Integer> commit(List<LaneRequest> group) throws Exception {
    return run(group, lockedPerMille);
  }

  @Override
  public Commit<Integer> commitAlone(LaneRequest request) throws Exception {
    pause(20);
    return run(List.of(request), lockedPerMille / 4);
  }

  private Commit<Integer> run(List<LaneRequest> group, int locked) throws Exception {
    world.check(!busy, "one group at a time is written", "%s came meanwhile", group);
    busy = true;
    try {
      group.forEach(request -> seen.putIfAbsent(request, world.nanos()));
      pause(3);
      trouble(group);
      return write(group, decide(group, locked));
    } finally {
      busy = false;
    }
  }

  private void trouble(List<LaneRequest> group) throws Exception {
    for (LaneRequest request : group) {
      if (request.breaks()) {
        throw new IllegalArgumentException(request + " breaks its group");
      }
    }
    if (world.dice().chance(troublePerMille / 3)) {
      throw new LaneUnavailableException("the store is away");
    }
  }

  /** As the engine decides: what needs a locked row is carried over, and what is behind it too. */
  protected List<Decision<Integer>> decide(List<LaneRequest> group, int locked) {
    Set<Integer> carried = new HashSet<>();
    List<Decision<Integer>> decisions = new ArrayList<>();
    for (LaneRequest request : group) {
      if (carried.contains(request.row())) {
        decisions.add(new Decision.Behind<>());
      } else if (world.dice().chance(locked)) {
        carried.add(request.row());
        decisions.add(new Decision.CarriedOver<>());
      } else {
        decisions.add(new Decision.Decided<>(answer(request)));
      }
    }
    return decisions;
  }

  protected Commit<Integer> write(List<LaneRequest> group, List<Decision<Integer>> decisions)
      throws Exception {
    boolean lost = world.dice().chance(troublePerMille);
    boolean commits = !lost || world.dice().chance(500);
    if (commits) {
      store(group, decisions);
    }
    pause(3);
    world.note("%s: %s%s", group, decisions, lost ? ", and the answer is lost" : "");
    return lost
        ? new Commit.InDoubt<>(decisions, () -> fate(commits))
        : new Commit.Done<>(decisions);
  }

  protected void store(List<LaneRequest> group, List<Decision<Integer>> decisions) {
    for (int i = 0; i < group.size(); i++) {
      if (decisions.get(i) instanceof Decision.Decided) {
        LaneRequest request = group.get(i);
        world.check(
            written.put(request.id(), request) == null,
            "no request is written twice",
            "%s was",
            request);
      }
    }
  }

  private Commit.Fate fate(boolean committed) {
    try {
      pause(10);
    } catch (InterruptedException e) {
      throw new IllegalStateException("the writer was interrupted", e);
    }
    if (world.dice().chance(200)) {
      return Commit.Fate.UNKNOWN;
    }
    return committed ? Commit.Fate.COMMITTED : Commit.Fate.ROLLED_BACK;
  }

  protected final void pause(int millis) throws InterruptedException {
    Thread.sleep(world.dice().between(0, millis));
  }

  /** No request was written before one of its row that had been here when it was made. */
  void checkOrder() {
    List<LaneRequest> order = List.copyOf(written.values());
    for (int i = 0; i < order.size(); i++) {
      for (int j = i + 1; j < order.size(); j++) {
        LaneRequest first = order.get(i);
        LaneRequest later = order.get(j);
        world.check(
            first.row() != later.row()
                || first.show() != later.show()
                || seen.getOrDefault(later, 0L) >= made.getOrDefault(first, 0L),
            "nobody is overtaken by one that came later",
            "%s was here before %s was made, and is written behind it",
            later,
            first);
      }
    }
  }
}
