package dev.stampede.bench.cost;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The processor time that each part has used so far, in microseconds, and its context switches.
 *
 * @param parts by part
 * @param serverThreads the server's, by the name of its threads without their numbers
 * @param postgres PostgreSQL's, by what its processes are for
 * @param switches context switches by part
 */
public record Processors(
    Counters parts, Counters serverThreads, Counters postgres, Counters switches) {

  public static final String SERVER = "server";
  public static final String POSTGRES = "PostgreSQL";
  static final String CROWD = "load generator";

  /** The services' processes, by the names that Linux has for them; only Kafka's is a JVM. */
  private static final Map<String, String> SERVICES =
      Map.of("postgres", POSTGRES, "redis-server", "Redis", "java", "Kafka");

  private static final String BACKGROUND = "background";

  /**
   * Looks at this process, which is the load generator, and at all that it has started.
   *
   * @param server the processes that are the server
   * @param backends the clients that PostgreSQL's processes serve, by process id
   */
  public static Processors now(List<ProcessHandle> server, Map<Long, String> backends) {
    Processors now =
        new Processors(Counters.none(), Counters.none(), Counters.none(), Counters.none());
    Set<Long> ofServer = server.stream().map(ProcessHandle::pid).collect(Collectors.toSet());
    now.add(CROWD, ProcessHandle.current().pid(), false);
    ProcessHandle.current()
        .descendants()
        .map(ProcessHandle::pid)
        .forEach(pid -> now.addStarted(pid, ofServer.contains(pid), backends));
    return now;
  }

  public Processors since(Processors before) {
    return new Processors(
        parts.since(before.parts),
        serverThreads.since(before.serverThreads),
        postgres.since(before.postgres),
        switches.since(before.switches));
  }

  private void addStarted(long pid, boolean ofServer, Map<Long, String> backends) {
    ProcessStat stat = ProcessStat.of(pid).orElse(null);
    if (stat == null) {
      return;
    }
    String service = SERVICES.get(stat.name());
    if (ofServer) {
      add(SERVER, pid, true);
      ProcessStat.threads(pid).forEach(each -> serverThreads.add(group(each), each.micros()));
    } else if (service != null) {
      // A shell that guards a service has no name here, and does nothing but wait.
      add(service, pid, true);
      if (service.equals(POSTGRES)) {
        postgres.add(backends.getOrDefault(pid, BACKGROUND), stat.micros() + stat.childrenMicros());
      }
    }
  }

  /** Children that have ended are counted too, but for this process: all of its own are here. */
  private void add(String part, long pid, boolean withChildren) {
    ProcessStat.of(pid)
        .ifPresent(
            stat -> parts.add(part, stat.micros() + (withChildren ? stat.childrenMicros() : 0)));
    switches.add(part, (double) ProcessStat.contextSwitches(pid));
  }

  /** Carriers, lanes and the like are many of a kind. */
  private static String group(ProcessStat thread) {
    return thread.name().replaceAll("[-#. 0-9]+$", "");
  }
}
