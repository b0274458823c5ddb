package dev.stampede.prove.fault;

import dev.stampede.prove.site.SiteShape;
import dev.stampede.prove.site.Topology;
import dev.stampede.testkit.OwnRedis;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Faults of Redis: its nodes, its data, and who of them is the master. */
final class RedisFaults {

  private static final int SHORTEST_LAG_MILLIS = 500;
  private static final int LONGEST_LAG_MILLIS = 2_500;

  private RedisFaults() {}

  static List<FaultKind> kinds() {
    return List.of(
        node(
            "redis-kill",
            "kills a node of Redis with -9 and starts it again, empty",
            Length.millis(0, 6_000),
            scene -> scene.redis().kill(),
            scene -> scene.redis().startAgain()),
        node(
            "redis-restart",
            "stops a node of Redis with SIGTERM and starts it again, empty",
            Length.millis(0, 1_000),
            scene -> scene.redis().stop(),
            scene -> scene.redis().startAgain()),
        node(
            "redis-freeze",
            "stops a node of Redis with SIGSTOP, and continues it",
            Length.millis(100, 8_000),
            scene -> scene.redis().freeze(),
            scene -> scene.redis().thaw()),
        step(
            "redis-flush",
            "empties a master with FLUSHALL",
            scene -> tellMaster(scene, "FLUSHALL")),
        step(
            "redis-script-flush",
            "makes a master forget its scripts, so that it answers NOSCRIPT",
            scene -> tellMaster(scene, "SCRIPT", "FLUSH")),
        new FaultKind(
            "redis-failover",
            "makes a replica the master, by the Sentinels or in the cluster",
            Length.STEP,
            Frequency.SELDOM,
            replicated(),
            Injection.step(scene -> scene.site().services().redis().failOver(scene.random()))),
        new FaultKind(
            "redis-promoted-behind",
            "stops the replicas, kills the master later, and a replica takes over without the rest",
            Length.millis(0, 3_000),
            Frequency.SELDOM,
            replicated(),
            RedisFaults::promoteBehind),
        new FaultKind(
            "sentinel-kill",
            "kills a Sentinel with -9 and starts it again",
            Length.millis(500, 6_000),
            Frequency.USUAL,
            FaultScope.of(SiteShape::sentinelNames, _ -> List.of(PartClaim.the("sentinels"))),
            Injection.of(
                scene -> scene.site().services().redis().killSentinel(scene.number()),
                scene -> scene.site().services().redis().startSentinelAgain(scene.number()))));
  }

  private static FaultKind node(
      String label, String story, Length length, Injection.Deed harm, Injection.Deed repair) {
    return new FaultKind(
        label, story, length, Frequency.SELDOM, FaultScope.redisNode(), Injection.of(harm, repair));
  }

  private static FaultKind step(String label, String story, Injection.Deed harm) {
    return new FaultKind(
        label,
        story,
        Length.STEP,
        Frequency.USUAL,
        FaultScope.service(PartClaim.REDIS, 1),
        Injection.step(harm));
  }

  private static FaultScope replicated() {
    return FaultScope.of(
        shape -> shape.topology() == Topology.SINGLE ? List.of() : List.of(PartClaim.REDIS),
        _ -> List.of(PartClaim.allOf(PartClaim.REDIS)));
  }

  private static void tellMaster(FaultScene scene, String... words) throws IOException {
    List<OwnRedis> masters = scene.site().services().redis().masters();
    if (masters.isEmpty()) {
      throw new IOException("no node of Redis is a master");
    }
    OwnRedis master = masters.get(scene.random().nextInt(masters.size()));
    scene.note("at " + master.node());
    String answer = master.ask(words);
    if (!answer.equals("OK")) {
      throw new IOException("%s answered %s".formatted(master.node(), answer));
    }
  }

  private static Optional<Injection.Repair> promoteBehind(FaultScene scene)
      throws IOException, InterruptedException {
    int lag =
        SHORTEST_LAG_MILLIS + scene.random().nextInt(LONGEST_LAG_MILLIS - SHORTEST_LAG_MILLIS);
    scene.note("behind by %d ms".formatted(lag));
    OwnRedis dead =
        scene.site().services().redis().promoteBehind(Duration.ofMillis(lag), scene.random());
    return Optional.of(dead::startAgain);
  }
}
