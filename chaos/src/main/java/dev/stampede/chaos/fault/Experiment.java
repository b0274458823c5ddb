package dev.stampede.chaos.fault;

import dev.stampede.chaos.deployment.ChaosDeployment;
import dev.stampede.chaos.deployment.Shape;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;

/**
 * One thing that is tried.
 *
 * @param label as it is typed
 * @param story the fault, in one line
 * @param shape the services that it stands on
 * @param fault how it is done
 * @param usually how long it lasts unless somebody says otherwise
 * @param mendsItself nobody has to mend anything: then recovery is counted from its beginning
 */
public record Experiment(
    String label,
    String story,
    Shape shape,
    Function<ChaosDeployment, Fault> fault,
    Duration usually,
    boolean mendsItself) {

  /** The words by which a server's health or a client names what is broken here. */
  public Set<String> signs() {
    String what = label.substring(0, label.indexOf('-'));
    return switch (what) {
      case "postgres" -> Set.of("postgresql", "read-only", "outcome-unknown");
      case "replica" -> Set.of("postgresql-replica", "replica-lag");
      case "broker" -> Set.of("kafka");
      case "server" -> Set.of("silent", "closed", "not-connected", "timed-out");
      default -> Set.of("redis", "seat-gate", "waiting-line", "queue-unavailable");
    };
  }

  public Fault in(ChaosDeployment deployment) {
    return fault.apply(deployment);
  }
}
