package dev.stampede.prove.simulation.world;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One simulation: its tasks, its clock and its dice.
 *
 * <p>At each step the dice choose one of the tasks that are ready, and it goes on until it waits or
 * is interrupted at a point where another thread could have gone on. Time passes a little with each
 * step, and jumps to the next timer when all tasks wait. Nothing but the seed decides, so that the
 * same seed gives the same simulation.
 */
public final class World {

  /** The simulated moment at which every simulation begins. */
  public static final Instant BEGINNING = Instant.parse("2031-05-04T10:00:00Z");

  private static final String WAITS = "nobody waits for ever";
  private static final int MOST_STEPS = 200_000;
  private static final int MOST_TRACE = 5_000;
  private static final int STEPS_TO_END = 20_000;
  private static final long LEAST_STEP_NANOS = 200;
  private static final long LONGEST_STEP_NANOS = 20_000;
  private static final long PRIME = 0x1_0000_01B3L;

  private final long seed;
  private final Dice dice;
  private final Pace pace;
  private final boolean tracing;
  private final List<SimulatedTask> tasks = new ArrayList<>();
  private final List<SimulatedTask> ready = new ArrayList<>();
  private final PriorityQueue<Timer> timers = new PriorityQueue<>();
  private final Map<Class<?>, Object> parts = new HashMap<>();
  private final List<String> trace = new ArrayList<>();
  private long nanos = 1_000_000_000L;
  private long timersMade;
  private int steps;
  private long checks;
  private long fingerprint = 1;
  private boolean over;
  private @Nullable BrokenPromise violation;

  public World(long seed, boolean tracing) {
    this.seed = seed;
    this.dice = new Dice(seed);
    this.pace = Pace.of(dice);
    this.tracing = tracing;
  }

  /** The world of the task that runs. */
  public static World current() {
    SimulatedTask task = SimulatedTask.current();
    if (task == null) {
      throw new IllegalStateException("no simulation runs here");
    }
    return task.world();
  }

  public Dice dice() {
    return dice;
  }

  public long nanos() {
    return nanos;
  }

  /** The time that every clock of this world shows, unless a scenario gives it another. */
  public Instant now() {
    return BEGINNING.plusNanos(nanos);
  }

  public Node node(String name) {
    return new Node(name);
  }

  /** Starts a task of a node. */
  public SimulatedTask start(Node node, String name, Runnable body) {
    SimulatedTask task = new SimulatedTask(this, node, tasks.size(), name, body);
    tasks.add(task);
    task.start();
    return task;
  }

  /** Something that is to happen after a while, apart from all tasks: it must not wait. */
  public void after(Duration delay, Runnable action) {
    var _ = timer(delay.toNanos(), action);
  }

  Timer timer(long inNanos, Runnable action) {
    Timer timer = new Timer(nanos + Math.max(0, inNanos), timersMade++, action);
    timers.add(timer);
    return timer;
  }

  /** A part of the world that its code finds here: a store, a network. */
  public <T> T part(Class<T> type) {
    return type.cast(
        Optional.ofNullable(parts.get(type))
            .orElseThrow(() -> new IllegalStateException("this world has no " + type)));
  }

  public <T> void put(Class<T> type, T part) {
    parts.put(type, part);
  }

  /** A part that is made when it is asked for first. */
  public <T> T part(Class<T> type, Supplier<T> making) {
    return type.cast(parts.computeIfAbsent(type, _ -> making.get()));
  }

  public void freeze(Node node) {
    note("%s is frozen", node);
    node.frozen(true);
  }

  public void thaw(Node node) {
    note("%s goes on", node);
    node.frozen(false);
  }

  /** Kills a node: none of its tasks does anything more. */
  public void kill(Node node) {
    note("%s is killed", node);
    node.kill();
    tasks.stream().filter(task -> task.node().equals(node)).forEach(SimulatedTask::wake);
  }

  /** Writes a line of the trace, if there is one; the last tells of the violation. */
  @SuppressWarnings("AnnotateFormatMethod") // the annotation that it wants is in no library of ours
  public void note(String format, @Nullable Object... values) {
    if (tracing && !over && violation == null) {
      if (trace.size() == MOST_TRACE) {
        trace.removeFirst();
      }
      SimulatedTask task = SimulatedTask.current();
      trace.add(
          "%12.6f  %-22s %s"
              .formatted(
                  (nanos - 1_000_000_000L) / 1e9,
                  task == null ? "" : task,
                  format.formatted(values)));
    }
  }

  /** Looks at an invariant; the first one that does not hold ends the simulation. */
  public void check(boolean holds, String invariant, String format, @Nullable Object... values) {
    checks++;
    if (!holds) {
      violate(invariant, format, values);
    }
  }

  /** Says that an invariant does not hold. */
  @SuppressWarnings("AnnotateFormatMethod") // the annotation that it wants is in no library of ours
  public void violate(String invariant, String format, @Nullable Object... values) {
    if (violation == null && !over) {
      String what = format.formatted(values);
      note("VIOLATED %s: %s", invariant, what);
      violation = new BrokenPromise(invariant, what);
    }
  }

  void broke(SimulatedTask task, Throwable broken) {
    violate(
        "no thread dies of an exception",
        "%s died of %s at %s",
        task,
        broken,
        Arrays.stream(broken.getStackTrace()).limit(4).toList());
  }

  boolean interrupts() {
    return dice.chance(pace.interruptsPerMille());
  }

  boolean wakesForNoReason() {
    return dice.chance(pace.wakesPerMille());
  }

  boolean isOver() {
    return over;
  }

  public boolean isTracing() {
    return tracing;
  }

  void ready(SimulatedTask task) {
    int at = ready.size();
    while (at > 0 && ready.get(at - 1).id() > task.id()) {
      at--;
    }
    ready.add(at, task);
  }

  /**
   * Goes on until the main task has ended, or an invariant is violated.
   *
   * @param longest the simulated time after which the main task hangs
   */
  public SimulationOutcome run(String scenario, SimulatedTask main, Duration longest) {
    long end = nanos + longest.toNanos();
    while (violation == null && !main.hasEnded()) {
      if (steps >= MOST_STEPS || nanos >= end) {
        violate(
            WAITS, "%s has not ended after %d steps and %d s", main, steps, longest.toSeconds());
      } else {
        step();
      }
    }
    end();
    return new SimulationOutcome(
        scenario, seed, steps, fingerprint, checks, Optional.ofNullable(violation), trace);
  }

  private void step() {
    int runnable = runnable();
    boolean jumps = !timers.isEmpty() && dice.chance(pace.jumpsPerMille());
    if (runnable > 0 && !jumps) {
      steps++;
      nanos += dice.between(LEAST_STEP_NANOS, LONGEST_STEP_NANOS);
      fire();
      SimulatedTask task = take(dice.below(runnable));
      fingerprint = fingerprint * PRIME + task.id();
      fingerprint = fingerprint * PRIME + nanos;
      task.goOn();
    } else if (!timers.isEmpty()) {
      nanos = Math.max(nanos, timers.peek().atNanos());
      fire();
    } else {
      violate(WAITS, "all tasks wait, and nothing is due: %s", waiting());
    }
  }

  private List<SimulatedTask> waiting() {
    return tasks.stream().filter(task -> !task.hasEnded()).toList();
  }

  private int runnable() {
    int count = 0;
    for (SimulatedTask task : ready) {
      count += task.node().isFrozen() ? 0 : 1;
    }
    return count;
  }

  private SimulatedTask take(int index) {
    int left = index;
    for (int i = 0; ; i++) {
      if (!ready.get(i).node().isFrozen() && left-- == 0) {
        return ready.remove(i);
      }
    }
  }

  private void fire() {
    while (!timers.isEmpty() && timers.peek().atNanos() <= nanos) {
      Timer due = timers.remove();
      if (!due.isCancelled()) {
        due.fire();
      }
    }
  }

  /** Ends all tasks, so that their threads are gone. */
  private void end() {
    over = true;
    tasks.forEach(task -> task.node().frozen(false));
    for (int left = STEPS_TO_END; left > 0; left--) {
      if (ready.isEmpty()) {
        tasks.removeIf(SimulatedTask::hasEnded);
        if (tasks.isEmpty()) {
          return;
        }
        tasks.forEach(SimulatedTask::wake);
      }
      if (!ready.isEmpty()) {
        ready.removeFirst().goOn();
      }
    }
    throw new IllegalStateException("these tasks cannot be ended: " + tasks);
  }
}
