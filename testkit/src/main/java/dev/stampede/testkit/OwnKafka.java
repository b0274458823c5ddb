package dev.stampede.testkit;

import dev.stampede.embedded.LoneProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A broker that nobody else uses, which can be killed and started again with what it kept. */
public final class OwnKafka implements AutoCloseable {

  private static final Duration STARTS_WITHIN = Duration.ofSeconds(90);
  private static final Duration STOPS_WITHIN = Duration.ofSeconds(60);

  private final int port;
  private final LoneProcess process;

  OwnKafka(int port, LoneProcess process) {
    this.port = port;
    this.process = process;
  }

  /**
   * Starts one and waits until it serves.
   *
   * @param folder nobody else's; made if it is not there
   */
  public static OwnKafka start(Path folder) {
    int port = LoneProcess.freePort();
    OwnKafka kafka = new OwnKafka(port, LoneProcess.kafka(made(folder), port));
    try {
      kafka.awaitReady();
      return kafka;
    } catch (AssertionError e) {
      kafka.close();
      throw e;
    }
  }

  static Path made(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("no folder for Kafka", e);
    }
  }

  /** In the form of the setting KAFKA_BOOTSTRAP_SERVERS. */
  public String bootstrapServers() {
    return "127.0.0.1:" + port;
  }

  /** Kills it with SIGKILL, by its process id. */
  public void kill() {
    process.kill();
  }

  /** Ends it in order, with SIGTERM: it hands its partitions over, where there are others. */
  public void stop() {
    ProcessSignal.send("TERM", process.pid());
    Eventually.within(STOPS_WITHIN).until("Kafka has stopped", () -> !process.isAlive());
    process.kill(); // it is gone; this waits until its guard is too
  }

  /** Stops it with SIGSTOP: it keeps its connections and answers nobody. */
  public void freeze() {
    process.freeze();
  }

  /** Continues it with SIGCONT. */
  public void thaw() {
    process.thaw();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public int port() {
    return port;
  }

  /** At the same port, with what it had on disk. */
  public void startAgain() {
    process.startAgain();
    awaitReady();
  }

  void awaitReady() {
    try {
      Eventually.within(STARTS_WITHIN)
          .until("Kafka serves at port " + port, () -> !process.isAlive() || process.isReady());
    } catch (AssertionError e) {
      throw new AssertionError("Kafka printed last: " + process.lastWords(), e);
    }
    if (!process.isAlive()) {
      throw new AssertionError("Kafka ended while starting: " + process.lastWords());
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
