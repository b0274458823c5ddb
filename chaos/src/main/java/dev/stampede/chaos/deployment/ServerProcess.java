package dev.stampede.chaos.deployment;

import dev.stampede.crowd.CallFailedException;
import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.Target;
import dev.stampede.embedded.LoneProcess;
import dev.stampede.testkit.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** One server, as {@code ./stampede serve} runs it: a process that can be killed and frozen. */
public final class ServerProcess implements AutoCloseable {

  /** The launcher starts this; here it is started without building first. */
  static final String COMMANDS = "dev.stampede.cli.Stampede";

  /** No promise: beside thirty busy threads, a start that takes seconds took longer than 90 s. */
  private static final Duration READY_WITHIN = Duration.ofMinutes(4);

  private static final Duration STOPS_WITHIN = Duration.ofSeconds(20);
  private static final Duration LOOKS_APART = Duration.ofMillis(50);
  private static final Duration LOOK = Duration.ofSeconds(2);
  private static final Duration DUMP_WITHIN = Duration.ofSeconds(10);

  private final Path folder;
  private final int port;
  private final Map<String, String> settings;
  private volatile LoneProcess process;

  private ServerProcess(Path folder, int port, Map<String, String> settings, LoneProcess process) {
    this.folder = folder;
    this.port = port;
    this.settings = settings;
    this.process = process;
  }

  /** Begins; {@link #awaitReady()} waits for it. */
  static ServerProcess begin(Path folder, Map<String, String> settings) {
    return begin(folder, settings, List.of());
  }

  /**
   * The same, with more options of the JVM.
   *
   * @param settings of the server, and other variables of its environment
   * @param options before the main class; a class path among them replaces this process's
   */
  public static ServerProcess begin(
      Path folder, Map<String, String> settings, List<String> options) {
    int port = LoneProcess.freePort();
    Map<String, String> all = new HashMap<>(settings);
    all.put("STAMPEDE_PORT", Integer.toString(port));
    all.putIfAbsent("STAMPEDE_GRPC_PORT", "0");
    return new ServerProcess(folder, port, all, process(folder, all, options));
  }

  private static LoneProcess process(
      Path folder, Map<String, String> settings, List<String> options) {
    List<String> line = new ArrayList<>(options);
    line.addAll(options("serve"));
    return LoneProcess.java(folder, "server", line, settings);
  }

  /** Returns the JVM options for a process that runs one of the commands; the user's come last. */
  static List<String> options(String command) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "-Xms128m",
                "-Xmx384m",
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow"));
    String own = System.getenv().getOrDefault("JAVA_OPTS", "").strip();
    if (!own.isEmpty()) {
      options.addAll(List.of(own.split("\\s+")));
    }
    options.addAll(List.of(COMMANDS, command));
    return options;
  }

  /** Waits until it can sell. */
  public void awaitReady() {
    try (CrowdClient caller = CrowdClient.to(target(), 1)) {
      Eventually.within(READY_WITHIN)
          .until(
              "the server at port %d is ready".formatted(port),
              () -> !process.isAlive() || answers(caller));
    } catch (AssertionError e) {
      throw new AssertionError(
          "it said last: %s%nits threads: %s".formatted(process.lastWords(), threads()), e);
    }
    if (!process.isAlive()) {
      throw new AssertionError("the server ended while starting: " + process.lastWords());
    }
  }

  private boolean answers(CrowdClient caller) throws InterruptedException {
    try {
      return caller.send(target().get("/health/ready"), LOOK).status() == 200;
    } catch (CallFailedException notYet) {
      return false;
    }
  }

  /** The stack of each thread, as {@code jcmd} tells: it shows why a start hangs. */
  private String threads() {
    Path dump = folder.resolve("threads.txt");
    try {
      Process jcmd =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                  Long.toString(process.pid()),
                  "Thread.dump_to_file",
                  "-overwrite",
                  dump.toAbsolutePath().toString())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("jcmd.log").toFile())
              .start();
      if (!jcmd.waitFor(DUMP_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        jcmd.destroyForcibly();
      }
      return Files.exists(dump) ? Files.readString(dump) : "unknown, jcmd made no dump";
    } catch (IOException e) {
      return "unknown, " + e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "unknown, interrupted";
    }
  }

  public Target target() {
    return Target.loopback(port);
  }

  /** Kills it with SIGKILL, by its process id. */
  public void kill() {
    process.kill();
  }

  /** Stops it with SIGSTOP. */
  public void freeze() {
    process.freeze();
  }

  /** Continues it with SIGCONT. */
  public void thaw() {
    process.thaw();
  }

  /** Asks it to end with SIGTERM; returns when it has, or was killed since it did not. */
  public void stop() {
    ProcessHandle.of(process.pid()).ifPresent(ProcessHandle::destroy);
    long until = System.nanoTime() + STOPS_WITHIN.toNanos();
    while (process.isAlive() && System.nanoTime() - until < 0) {
      LockSupport.parkNanos(LOOKS_APART.toNanos());
    }
    process.kill();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** At the same port; returns when it is ready. */
  public void startAgain() {
    process.startAgain();
    awaitReady();
  }

  /** At the same port after its end, with other options of the JVM; returns when it is ready. */
  public void startAgain(List<String> options) {
    if (process.isAlive()) {
      throw new IllegalStateException(
          "the server at port %d still runs; stop it before it is started again".formatted(port));
    }
    process = process(folder, settings, options);
    awaitReady();
  }

  @Override
  public void close() {
    process.close();
  }
}
