package dev.stampede.prove.fault;

import dev.stampede.prove.site.Point;
import dev.stampede.prove.site.SiteServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Faults at a point inside an operation: the server is killed, frozen or cut off just there. */
final class PointFaults {

  private static final Duration REACHED_WITHIN = Duration.ofSeconds(10);
  private static final Duration DONE_WITHIN = Duration.ofSeconds(30);

  /** The harm at a point. */
  private enum Harm {
    KILL("kills a server with -9", 0, 4_000),
    FREEZE("stops a server with SIGSTOP for seconds", 1_000, 9_000),
    CUT("cuts the connection", 0, 0);

    private final String story;
    private final long shortestMillis;
    private final long longestMillis;

    Harm(String story, long shortestMillis, long longestMillis) {
      this.story = story;
      this.shortestMillis = shortestMillis;
      this.longestMillis = longestMillis;
    }

    Length length() {
      return Length.millis(shortestMillis, longestMillis);
    }
  }

  private PointFaults() {}

  static List<FaultKind> kinds() {
    List<FaultKind> kinds = new ArrayList<>();
    for (Point point : Point.values()) {
      for (Harm harm : Harm.values()) {
        kinds.add(
            new FaultKind(
                harm.name().toLowerCase(Locale.ROOT) + "-" + point.label(),
                harm.story + " at the point " + point.label().replace('-', ' '),
                harm.length(),
                harm == Harm.CUT ? Frequency.OFTEN : Frequency.SELDOM,
                FaultScope.server(),
                scene -> harm(scene, point, harm)));
      }
    }
    return kinds;
  }

  private static Optional<Injection.Repair> harm(FaultScene scene, Point point, Harm harm) {
    SiteServer server = scene.server();
    CompletableFuture<Boolean> reached = new CompletableFuture<>();
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    server
        .points()
        .arm(
            point,
            () -> {
              scene.begins();
              reached.complete(true);
              try {
                return doTo(server, harm);
              } finally {
                done.complete(true);
              }
            });
    reached.completeOnTimeout(false, REACHED_WITHIN.toMillis(), TimeUnit.MILLISECONDS).join();
    if (server.points().disarm(point)) {
      return Optional.empty();
    }
    done.orTimeout(DONE_WITHIN.toMillis(), TimeUnit.MILLISECONDS).join();
    scene.note("at " + point.label());
    return Optional.of(
        switch (harm) {
          case KILL -> server::startAgain;
          case FREEZE -> () -> server.process().thaw();
          case CUT -> Injection.Repair.NONE;
        });
  }

  /** Returns true if the answer goes on: to a server that is killed or cut off it does not. */
  private static boolean doTo(SiteServer server, Harm harm) {
    return switch (harm) {
      case KILL -> {
        server.process().kill();
        yield false;
      }
      case FREEZE -> {
        server.process().freeze();
        yield true;
      }
      case CUT -> false;
    };
  }
}
