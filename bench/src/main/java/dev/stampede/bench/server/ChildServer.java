package dev.stampede.bench.server;

import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Target;
import dev.stampede.embedded.LoneProcess;
import dev.stampede.harness.TemporaryFolder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A server in a process of its own, listening on loopback, its output and data in a folder that
 * goes with it. It ends with the benchmark, however that ends.
 */
public final class ChildServer implements AutoCloseable {

  private final String name;
  private final LoneProcess process;
  private final Target target;
  private final RenderedRequest probe;
  private final TemporaryFolder folder;

  private ChildServer(
      String name,
      LoneProcess process,
      Target target,
      RenderedRequest probe,
      TemporaryFolder folder) {
    this.name = name;
    this.process = process;
    this.target = target;
    this.probe = probe;
    this.folder = folder;
  }

  /**
   * Starts it, with a folder of its own; when it is ready the probe is answered with 200.
   *
   * @param environment changes the variables that it inherits
   */
  public static ChildServer start(
      String name,
      List<String> command,
      Consumer<Map<String, String>> environment,
      Target target,
      RenderedRequest probe)
      throws IOException {
    TemporaryFolder folder = TemporaryFolder.create("bench");
    LoneProcess process =
        LoneProcess.program(
            folder.path(),
            "server",
            command,
            variables -> {
              environment.accept(variables);
              variables.put("STAMPEDE_DATA", folder.path().resolve("data").toString());
            });
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
    return ProcessHandle.of(process.pid()).stream()
        .flatMap(server -> Stream.concat(Stream.of(server), server.descendants()))
        .toList();
  }

  /** The processor time used so far by it and by what it has started. */
  public Duration cpuTime() {
    return processes().stream()
        .map(handle -> handle.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** The end of what it has said, for a message that explains why it did not start. */
  public String lastWords() {
    return process.lastWords();
  }

  /** Waits for its end. Once more is harmless: the run and the shutdown hook may both close. */
  @Override
  public synchronized void close() {
    process.close();
    folder.close();
  }
}
