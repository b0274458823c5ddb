package dev.stampede.prove.site;

import dev.stampede.testkit.OwnKafka;
import dev.stampede.testkit.OwnPostgres;
import dev.stampede.testkit.OwnRedis;
import java.util.ArrayList;
import java.util.List;

/** Repairs one part after the other, and goes on when one cannot be repaired. */
final class SiteRepair {

  private final List<String> failures = new ArrayList<>();

  /** One repair. */
  interface Step {
    void run() throws Exception;
  }

  void tryTo(String deed, Step step) {
    try {
      step.run();
    } catch (Exception | AssertionError e) {
      failures.add("could not %s: %s".formatted(deed, e));
    }
  }

  List<String> failures() {
    return List.copyOf(failures);
  }

  static void run(OwnPostgres postgres) {
    if (postgres.isAlive()) {
      postgres.thaw();
    } else {
      postgres.startAgain();
    }
  }

  static void run(OwnRedis node) {
    if (node.isAlive()) {
      node.thaw();
    } else {
      node.startAgain();
    }
  }

  static void run(OwnKafka broker) {
    if (broker.isAlive()) {
      broker.thaw();
    } else {
      broker.startAgain();
    }
  }

  /** With the build that it is to end with. */
  static void run(SiteServer server, ServerBuild build) {
    if (!server.build().equals(build)) {
      server.replaceBy(build);
    } else if (server.process().isAlive()) {
      server.process().thaw();
    } else {
      server.startAgain();
    }
  }
}
