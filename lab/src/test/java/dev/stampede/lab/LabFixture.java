package dev.stampede.lab;

import dev.stampede.lab.contest.Contest;
import dev.stampede.lab.contest.PlannedRun;
import dev.stampede.lab.contest.RunListener;
import dev.stampede.lab.contest.RunResult;
import dev.stampede.lab.contest.Stop;
import dev.stampede.lab.plan.Crowd;
import dev.stampede.lab.plan.Guard;
import dev.stampede.lab.plan.Plan;
import dev.stampede.lab.plan.Queueing;
import dev.stampede.lab.plan.Strategy;
import dev.stampede.lab.plan.Tries;
import dev.stampede.lab.plan.Want;
import dev.stampede.lab.services.Addresses;
import dev.stampede.lab.services.LabStores;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.sql.SQLException;
import java.time.Duration;

/** A stage on a database of a test class's own, and short words for plans. */
final class LabFixture implements AutoCloseable {

  private static final int CONNECTIONS = 16;

  final TestDatabase data = TestServices.shared().freshDatabase();
  final LabStores stage;

  LabFixture() throws SQLException {
    TestServices services = TestServices.shared();
    stage =
        LabStores.open(
            new Addresses(
                data.url(),
                services.redisUrl(),
                services.freshKeyPrefix(),
                services.kafkaBootstrapServers()),
            plan(Strategy.UNSAFE).tries());
  }

  /** Returns the lab's default plan, but with fewer connections. */
  static Plan plan(Strategy strategy) {
    return new Plan(
        strategy,
        new Crowd(30, 50, 1, Want.FIRST_FREE, 1),
        new Tries(10, Duration.ZERO, Duration.ofSeconds(30), CONNECTIONS),
        new Guard(Duration.ofSeconds(30), false),
        new Queueing(false, Duration.ofMillis(5), 4_000, Duration.ofSeconds(60), 0));
  }

  static Plan crowd(Plan plan, int buyers, int seats) {
    return plan.with(plan.crowd().withBuyers(buyers).withSeats(seats));
  }

  static Plan thinking(Plan plan, int millis) {
    return plan.with(plan.tries().withThinkTime(Duration.ofMillis(millis)));
  }

  static Plan queued(Plan plan) {
    return plan.with(plan.queueing().switched(true));
  }

  RunResult run(Plan plan) throws SQLException, InterruptedException {
    return new Contest(stage, RunListener.NOBODY, new Stop()).run(new PlannedRun(plan, 1, ""));
  }

  @Override
  public void close() {
    stage.close();
    data.close();
  }
}
