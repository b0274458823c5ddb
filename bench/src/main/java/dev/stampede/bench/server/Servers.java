package dev.stampede.bench.server;

import dev.stampede.crowd.CallFailedException;
import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Target;
import dev.stampede.embedded.LoneProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Starts ours and its peers, each on a free port, and waits until they answer. */
public final class Servers {

  /** Seconds as a rule; the launcher may have to build our server first. */
  private static final Duration READY_WITHIN = Duration.ofMinutes(3);

  private static final Duration POLL_EVERY = Duration.ofMillis(50);
  private static final Duration POLL_TIMEOUT = Duration.ofSeconds(2);

  /** The same for every peer, and more than any of them needs. */
  private static final String HEAP = "-Xmx512m";

  /** Settings of the caller's that would make this another server than the one to be measured. */
  private static final List<String> FOREIGN_SETTINGS =
      List.of("STAMPEDE_", "DATABASE_URL", "READ_DATABASE_URL", "REDIS_", "KAFKA_", "AUTH_");

  /** Settings that start our server as if {@code ./stampede train} had never been run. */
  public static final Map<String, String> UNTRAINED =
      Map.of("JAVA_OPTS", "-XX:AOTMode=off -Dstampede.rehearsal=0");

  private Servers() {}

  /** Launches a peer: a main of this module in a JVM of its own. */
  public static ChildServer peer(
      String name, Class<?> main, Function<Target, RenderedRequest> probe) throws IOException {
    int port = LoneProcess.freePort();
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            HEAP,
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName(),
            Integer.toString(port));
    Target target = Target.loopback(port);
    return ChildServer.start(name, command, _ -> {}, target, probe.apply(target));
  }

  /** Launches ours, exactly as {@code ./stampede up} starts it. */
  public static ChildServer stampede(String name, Path launcher) throws IOException {
    return stampede(name, launcher, Map.of());
  }

  /**
   * Launches ours as {@code ./stampede up} starts it where these settings are in the environment.
   */
  public static ChildServer stampede(String name, Path launcher, Map<String, String> settings)
      throws IOException {
    return stampede(name, launcher, "up", settings);
  }

  /** Launches ours by another command than {@code up}, with these settings in the environment. */
  public static ChildServer stampede(
      String name, Path launcher, String command, Map<String, String> settings) throws IOException {
    if (!Files.isExecutable(launcher)) {
      throw new IllegalStateException(
          "there is no launcher at %s; start this with ./stampede bench, or set -Dstampede.root"
              .formatted(launcher));
    }
    int port = LoneProcess.freePort();
    Target target = Target.loopback(port);
    return ChildServer.start(
        name,
        List.of(launcher.toAbsolutePath().toString(), command),
        environment -> {
          environment.keySet().removeIf(key -> FOREIGN_SETTINGS.stream().anyMatch(key::startsWith));
          environment.put("STAMPEDE_PORT", Integer.toString(port));
          environment.put("STAMPEDE_GRPC_PORT", "0");
          environment.put("STAMPEDE_DEMO", "false");
          environment.putAll(settings);
        },
        target,
        target.get("/health/ready"));
  }

  /** Waits until it answers with 200; if it does not, the message has its last words. */
  public static void awaitReady(ChildServer server) throws InterruptedException {
    long deadline = System.nanoTime() + READY_WITHIN.toNanos();
    try (CrowdClient caller = CrowdClient.to(server.target(), 1)) {
      while (server.alive() && System.nanoTime() - deadline < 0) {
        if (answers(caller, server.probe())) {
          return;
        }
        Thread.sleep(POLL_EVERY);
      }
    }
    String how =
        server.alive()
            ? "was not ready within %d s".formatted(READY_WITHIN.toSeconds())
            : "ended instead of serving";
    throw new IllegalStateException(
        "%s %s; it last said:%n%s".formatted(server.name(), how, server.lastWords()));
  }

  private static boolean answers(CrowdClient caller, RenderedRequest probe)
      throws InterruptedException {
    try {
      return caller.send(probe, POLL_TIMEOUT).status() == 200;
    } catch (CallFailedException e) {
      return false; // not listening yet
    }
  }
}
