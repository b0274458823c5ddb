package dev.stampede.chaos.judge;

import dev.stampede.chaos.deployment.ChaosDeployment;
import dev.stampede.chaos.load.Load;
import dev.stampede.chaos.load.RequestHistory;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Looks at everything when the fault is over and all is calm. */
public final class Judge {

  /** The reaper tidies up, and what is still to be told goes out once Kafka is back. */
  private static final Duration CALM_WITHIN = Duration.ofMinutes(2);

  private static final String AGREES = "all of it agrees";

  private final ChaosDeployment deployment;
  private final Tables tables;

  public Judge(ChaosDeployment deployment) {
    this.deployment = deployment;
    this.tables = new Tables(deployment.databaseUrl());
  }

  /** Everything, with what people were told. */
  public List<Finding> findings(Load load) throws InterruptedException {
    Collection<RequestHistory> deeds = load.deeds();
    List<Finding> all = new ArrayList<>();
    all.add(new ReplayCheck(load::again).finding(deeds));
    all.addAll(findings(deeds));
    return all;
  }

  /** Everything that is written down, once nothing changes any more. */
  public List<Finding> findings(Collection<RequestHistory> deeds) {
    List<Finding> all = new ArrayList<>();
    all.add(comesTo("abandoned holds have expired", "SELECT count(*) FROM seat WHERE state = 'h'"));
    all.add(comesTo("nothing waits to be told", "SELECT count(*) FROM outbox"));
    all.addAll(new AnswerCheck(deeds, tables).findings());
    all.addAll(new AccountCheck(tables).findings());
    all.addAll(new EventCheck(deployment, tables).findings());
    all.add(verified());
    return all;
  }

  /** Checks that this count comes down to zero soon enough. */
  private Finding comesTo(String what, String count) {
    long begun = System.nanoTime();
    try {
      Eventually.within(CALM_WITHIN).until(what, () -> tables.number(count), left -> left == 0);
      Duration took = Duration.ofNanos(System.nanoTime() - begun);
      return new Finding(what, true, "after %d ms".formatted(took.toMillis()));
    } catch (AssertionError e) {
      return new Finding(what, false, String.valueOf(e.getMessage()));
    }
  }

  private Finding verified() {
    String said = deployment.verify();
    return Finding.of(
        "./stampede verify agrees", 1, said.contains(AGREES) ? List.of() : List.of(said));
  }
}
