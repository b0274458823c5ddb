package dev.stampede.bench.server;

import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Target;
import dev.stampede.harness.TemporaryFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A server in a process of its own, listening on loopback, its output and data in a folder that
 * goes with it. It ends when its standard input does: so it is stopped, and so it ends by itself
 * when the benchmark is killed.
 */
public final class ChildServer implements AutoCloseable {

  private static final Duration STOP_WITHIN = Duration.ofSeconds(20);
  private static final int LINES_TOLD = 20;

  private final String name;
  private final Process process;
  private final Target target;
  private final RenderedRequest probe;
  private final TemporaryFolder folder;

  private ChildServer(
      String name, Process process, Target target, RenderedRequest probe, TemporaryFolder folder) {
    this.name = name;
    this.process = process;
    this.target = target;
    this.probe = probe;
    this.folder = folder;
  }

  /** Starts it, with a folder of its own; when it is ready the probe is answered with 200. */
  public static ChildServer start(
      String name, ProcessBuilder command, Target target, RenderedRequest probe)
      throws IOException {
    TemporaryFolder folder = TemporaryFolder.create("bench");
    command.environment().put("STAMPEDE_DATA", folder.path().resolve("data").toString());
    Process process =
        command.redirectErrorStream(true).redirectOutput(log(folder).toFile()).start();
    return new ChildServer(name, process, target, probe, folder);
  }

  public String name() {
    return name;
  }

  public Target target() {
    return target;
  }

  public RenderedRequest probe() {
    return probe;
  }

  public boolean alive() {
    return process.isAlive();
  }

  /** It and what it has started, directly or not. */
  public List<ProcessHandle> processes() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
  }

  /** The processor time used so far by it and by what it has started. */
  public Duration cpuTime() {
    return processes().stream()
        .map(handle -> handle.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** The end of what it has said, for a message that explains why it did not start. */
  public String lastWords() {
    try {
      List<String> lines =
          Files.readString(log(folder), StandardCharsets.ISO_8859_1).lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_TOLD), lines.size()));
    } catch (IOException e) {
      return "(its output could not be read: " + e + ")";
    }
  }

  /** Waits for its end. Once more is harmless: the run and the shutdown hook may both close. */
  @Override
  public synchronized void close() {
    List<ProcessHandle> started = processes();
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended already, and the pipe with it.
    }
    try {
      if (!process.waitFor(STOP_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        started.forEach(ProcessHandle::destroyForcibly);
      }
    } catch (InterruptedException e) {
      started.forEach(ProcessHandle::destroyForcibly);
      Thread.currentThread().interrupt();
    }
    folder.close();
  }

  private static Path log(TemporaryFolder folder) {
    return folder.path().resolve("output.log");
  }
}
