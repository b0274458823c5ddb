package dev.stampede.chaos.load;

import dev.stampede.crowd.CallFailedException;
import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.Response;
import dev.stampede.crowd.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Looks at every server's health ten times a second, as a balancer does, and writes down when what
 * it says changes. A server that does not answer within a second is said to be silent.
 */
public final class HealthPoller implements AutoCloseable {

  private static final Duration EVERY = Duration.ofMillis(100);
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Servers read nothing from a replica that is this far behind. */
  private static final double REPLICA_TOO_OLD_SECONDS = 5;

  private static final String REPLICA_LAG = "stampede_replica_lag_seconds ";

  private final List<Target> targets;
  private final List<CrowdClient> callers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final List<Look> newest = new CopyOnWriteArrayList<>();
  private final List<Look> changes = new CopyOnWriteArrayList<>();
  private volatile boolean over;

  /**
   * The health that one server reported.
   *
   * @param usable true if a balancer would send anybody there
   * @param down parts that are down, or what is wrong instead
   */
  public record Look(long atNanos, int server, boolean usable, Set<String> down) {

    public boolean isWell() {
      return usable && down.isEmpty();
    }

    boolean saysTheSame(Look other) {
      return usable == other.usable && down.equals(other.down);
    }
  }

  public HealthPoller(List<Target> targets) {
    this.targets = List.copyOf(targets);
    for (int i = 0; i < targets.size(); i++) {
      int server = i;
      callers.add(CrowdClient.to(targets.get(i), 1));
      newest.add(new Look(System.nanoTime(), i, true, Set.of()));
      threads.add(Thread.ofVirtual().name("health-" + i).start(() -> run(server)));
    }
  }

  /** True if this server last said that it can be sent people. */
  boolean isUsable(int server) {
    return newest.get(server).usable();
  }

  /** True if all servers last said that all their parts are up. */
  public boolean allIsWell() {
    return newest.stream().allMatch(Look::isWell);
  }

  /** Returns the looks at which a server said something else than before, in the order of time. */
  public List<Look> changes() {
    return List.copyOf(changes);
  }

  private void run(int server) {
    try {
      while (!over) {
        Look look = look(server);
        if (!look.saysTheSame(newest.get(server))) {
          changes.add(look);
        }
        newest.set(server, look);
        LockSupport.parkNanos(EVERY.toNanos());
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private Look look(int server) throws InterruptedException {
    try {
      Response ready = callers.get(server).send(targets.get(server).get("/health/ready"), LOOK);
      Set<String> down = new TreeSet<>();
      JsonNode parts = JsonMapper.shared().readTree(ready.body()).path("parts");
      parts.forEachEntry(
          (name, part) -> {
            if (!part.path("state").asString("").equals("up")) {
              down.add(name);
            }
          });
      if (parts.has("postgresql-replica") && lag(server) > REPLICA_TOO_OLD_SECONDS) {
        down.add("replica-lag");
      }
      return new Look(System.nanoTime(), server, ready.status() == 200, down);
    } catch (CallFailedException nobody) {
      return new Look(System.nanoTime(), server, false, Set.of("silent"));
    }
  }

  private double lag(int server) throws InterruptedException {
    return callers
        .get(server)
        .send(targets.get(server).get("/metrics"), LOOK)
        .text()
        .lines()
        .filter(line -> line.startsWith(REPLICA_LAG))
        .mapToDouble(line -> Double.parseDouble(line.substring(REPLICA_LAG.length())))
        .findFirst()
        .orElse(0);
  }

  @Override
  public void close() {
    over = true;
    try {
      for (Thread thread : threads) {
        thread.join(LOOK.multipliedBy(2));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    callers.forEach(CrowdClient::close);
  }
}
