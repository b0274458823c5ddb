package dev.stampede.prove.fault;

import dev.stampede.prove.site.SiteServer;
import dev.stampede.prove.site.SiteShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Faults of the servers' processes and clocks. */
final class ServerFaults {

  private static final Duration STEP = Duration.ofHours(1);
  private static final String ALL = "servers";

  private ServerFaults() {}

  static List<FaultKind> kinds() {
    List<FaultKind> kinds = new ArrayList<>();
    kinds.add(
        new FaultKind(
            "server-kill",
            "kills a server with -9 and starts it again",
            Length.millis(0, 8_000),
            Frequency.SELDOM,
            FaultScope.server(),
            Injection.of(
                scene -> scene.server().process().kill(), scene -> scene.server().startAgain())));
    kinds.add(
        new FaultKind(
            "server-restart",
            "stops a server with SIGTERM and starts it again",
            Length.millis(0, 2_000),
            Frequency.SELDOM,
            FaultScope.server(),
            Injection.of(
                scene -> scene.server().process().stop(), scene -> scene.server().startAgain())));
    kinds.add(
        new FaultKind(
            "rolling-restart",
            "stops each server with SIGTERM and starts it again, one after the other",
            Length.STEP,
            Frequency.atMost(3),
            new FaultScope(_ -> List.of(ALL), (shape, _) -> allServers(shape)),
            Injection.step(ServerFaults::restartInTurn)));
    kinds.add(frozen("server-freeze", "stops a server with SIGSTOP for a moment", 100, 4_000));
    kinds.add(
        frozen("server-freeze-long", "stops a server until all its leases end", 15_000, 40_000));
    kinds.add(
        frozen(
            "consumer-freeze",
            "stops a server until Kafka has given its partitions to others",
            8_000,
            14_000));
    kinds.add(clock("server-clock-forward", "moves a server's clock on by an hour", STEP));
    kinds.add(clock("server-clock-back", "moves a server's clock back by an hour", STEP.negated()));
    kinds.add(
        new FaultKind(
            "server-upgrade",
            "replaces a server of the earlier build by one of this build, for good",
            Length.STEP,
            Frequency.atMost(3),
            FaultScope.of(
                shape -> shape.has(SiteShape.Feature.UPGRADES) ? shape.serverNames() : List.of(),
                server -> List.of(PartClaim.the(server), PartClaim.the(PartClaim.SERVERS))),
            ServerFaults::upgrade));
    return kinds;
  }

  private static FaultKind frozen(String label, String story, long shortest, long longest) {
    return new FaultKind(
        label,
        story + ", and continues it",
        Length.millis(shortest, longest),
        longest > 10_000 ? Frequency.SELDOM : Frequency.USUAL,
        FaultScope.server(),
        Injection.of(
            scene -> scene.server().process().freeze(), scene -> scene.server().process().thaw()));
  }

  private static FaultKind clock(String label, String story, Duration ahead) {
    return new FaultKind(
        label,
        story + ", and puts it right",
        Length.millis(2_000, 20_000),
        Frequency.USUAL,
        FaultScope.of(
            shape -> shape.has(SiteShape.Feature.CLOCKS) ? shape.serverNames() : List.of(),
            server -> List.of(PartClaim.the(server + "/clock"))),
        Injection.of(
            scene -> scene.server().clock().orElseThrow().move(ahead),
            scene -> scene.server().clock().orElseThrow().move(Duration.ZERO)));
  }

  private static List<PartClaim> allServers(SiteShape shape) {
    List<PartClaim> all = new ArrayList<>();
    shape.serverNames().forEach(server -> all.add(PartClaim.the(server)));
    all.add(new PartClaim(PartClaim.SERVERS, PartClaim.sharesOf(PartClaim.SERVERS, shape)));
    return all;
  }

  private static void restartInTurn(FaultScene scene) {
    for (SiteServer server : scene.site().servers()) {
      server.process().stop();
      server.startAgain();
    }
    scene.ends();
  }

  private static Optional<Injection.Repair> upgrade(FaultScene scene) {
    SiteServer old =
        scene.site().servers().stream()
            .filter(server -> !server.build().equals(scene.site().options().build()))
            .filter(server -> server.name().equals(scene.target()))
            .findFirst()
            .orElse(null);
    if (old == null) {
      return Optional.empty();
    }
    old.replaceBy(scene.site().options().build());
    scene.ends();
    return Optional.of(Injection.Repair.NONE);
  }
}
