package dev.stampede.cli;

import dev.stampede.crowd.CallFailedException;
import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.Target;
import dev.stampede.embedded.LoneProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A server started by the launcher, whose JVM writes a cache when it ends. */
final class TrainingServer implements AutoCloseable {

  private static final Duration READY_WITHIN = Duration.ofMinutes(2);
  private static final Duration WRITTEN_WITHIN = Duration.ofMinutes(3);
  private static final Duration POLL_EVERY = Duration.ofMillis(100);
  private static final int LINES_TOLD = 20;

  /** Settings of the caller's: with them the trial would sell in a real deployment. */
  private static final List<String> FOREIGN_SETTINGS =
      List.of(
          "STAMPEDE_",
          "DATABASE_",
          "READ_DATABASE_",
          "REDIS_",
          "KAFKA_",
          "AUTH_",
          "MATCH_",
          "SEAT_");

  private final Process process;
  private final Target target;
  private final Path log;

  private TrainingServer(Process process, Target target, Path log) {
    this.process = process;
    this.target = target;
    this.log = log;
  }

  /**
   * Starts it on free ports.
   *
   * @param folder its data and what it says; empty
   * @param cache the file that its JVM writes
   */
  static TrainingServer start(Path folder, Path cache) throws IOException {
    int port = LoneProcess.freePort();
    Path log = folder.resolve("output.log");
    Path launcher = Path.of(System.getProperty("stampede.root", "."), "stampede");
    ProcessBuilder command =
        new ProcessBuilder(launcher.toString(), "up")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    Map<String, String> environment = command.environment();
    environment.keySet().removeIf(key -> FOREIGN_SETTINGS.stream().anyMatch(key::startsWith));
    environment.put("STAMPEDE_PORT", Integer.toString(port));
    environment.put("STAMPEDE_GRPC_PORT", "0");
    environment.put("STAMPEDE_DATA", folder.resolve("data").toString());
    // Not JAVA_OPTS, which the launcher splits at every blank.
    environment.put(
        "JDK_JAVA_OPTIONS", "-Dstampede.rehearsal=20 \"-XX:AOTCacheOutput=" + cache + "\"");
    return new TrainingServer(command.start(), Target.loopback(port), log);
  }

  Target target() {
    return target;
  }

  void awaitReady() throws InterruptedException {
    long deadline = System.nanoTime() + READY_WITHIN.toNanos();
    try (CrowdClient caller = CrowdClient.to(target, 1)) {
      while (!isReady(caller)) {
        if (!process.isAlive() || System.nanoTime() - deadline > 0) {
          throw new CannotStartException(
              "the server to train was not ready within %d s; it last said:%n%s"
                  .formatted(READY_WITHIN.toSeconds(), lastWords()));
        }
        LockSupport.parkNanos(POLL_EVERY.toNanos());
      }
    }
  }

  private boolean isReady(CrowdClient caller) throws InterruptedException {
    try {
      return caller.send(target.get("/health/ready")).status() == 200;
    } catch (CallFailedException notYet) {
      return false;
    }
  }

  /** As Ctrl-C does; the JVM writes the cache before it ends. */
  void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(WRITTEN_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new CannotStartException(
          "the cache was not written within %d s".formatted(WRITTEN_WITHIN.toSeconds()));
    }
  }

  /** The end of what it said. */
  String lastWords() {
    try {
      List<String> lines = Files.readString(log, StandardCharsets.ISO_8859_1).lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_TOLD), lines.size()));
    } catch (IOException e) {
      return "(its output could not be read: " + e.getMessage() + ")";
    }
  }

  /** Leaves nothing running, however the training ended. */
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroyForcibly();
  }
}
