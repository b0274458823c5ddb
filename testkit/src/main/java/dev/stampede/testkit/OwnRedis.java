package dev.stampede.testkit;

import dev.stampede.embedded.LoneProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A Redis of one test's own, which keeps nothing on disk: killed and started again it is empty. It
 * can be frozen too: then it holds its connections and says nothing.
 */
public final class OwnRedis implements AutoCloseable {

  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);

  private static final Duration STOPS_WITHIN = Duration.ofSeconds(30);

  private final int port;
  private final LoneProcess process;

  private OwnRedis(int port, LoneProcess process) {
    this.port = port;
    this.process = process;
  }

  /**
   * Starts one and waits until it answers.
   *
   * @param folder exists, and is nobody else's
   * @param options as on its command line
   */
  public static OwnRedis start(Path folder, String... options) {
    return start(folder, LoneProcess.freePort(), options);
  }

  static OwnRedis start(Path folder, int port, String... options) {
    List<String> line = new ArrayList<>(List.of("--port", Integer.toString(port)));
    line.addAll(List.of("--bind", "127.0.0.1", "--save", "", "--appendonly", "no"));
    line.addAll(List.of("--repl-diskless-sync", "yes", "--repl-diskless-sync-delay", "0"));
    line.addAll(List.of(options));
    OwnRedis redis = new OwnRedis(port, LoneProcess.redis(folder, line));
    try {
      redis.awaitAnswer();
      return redis;
    } catch (AssertionError e) {
      redis.close();
      throw e;
    }
  }

  public int port() {
    return port;
  }

  /** In the form of the setting REDIS_URL. */
  public String url() {
    return "redis://127.0.0.1:" + port;
  }

  /** In the form of the settings that name several. */
  public String node() {
    return "127.0.0.1:" + port;
  }

  /** Kills it with SIGKILL, by its process id. */
  public void kill() {
    process.kill();
  }

  /** Freezes it with SIGSTOP. */
  public void freeze() {
    process.freeze();
  }

  /** Thaws it with SIGCONT. */
  public void thaw() {
    process.thaw();
  }

  /** Ends it in order, with SIGTERM; it has nothing to keep. */
  public void stop() {
    ProcessSignal.send("TERM", process.pid());
    Eventually.within(STOPS_WITHIN).until("Redis has stopped", () -> !process.isAlive());
    process.kill(); // it is gone; this waits until its guard is too
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** At the same port, without what it knew. */
  public void startAgain() {
    process.startAgain();
    awaitAnswer();
  }

  /** Sends a command and returns the answer as text. */
  public String ask(String... words) throws IOException {
    return RedisTalk.ask(port, words);
  }

  void tell(String... words) {
    RedisTalk.tell(port, words);
  }

  /** Writes, and returns the number of replicas that have it, once there are as many as wanted. */
  int write(int replicas, String... words) throws IOException {
    String[] wait = {"WAIT", Integer.toString(replicas), "15000"};
    return Integer.parseInt(RedisTalk.askInTurn(port, List.of(words, wait)).getLast());
  }

  private void awaitAnswer() {
    try {
      Eventually.within(STARTS_WITHIN)
          .until(
              "Redis answers at " + node(), () -> !process.isAlive() || ask("PING").equals("PONG"));
    } catch (AssertionError e) {
      throw new AssertionError("Redis printed last: " + process.lastWords(), e);
    }
    if (!process.isAlive()) {
      throw new AssertionError("Redis ended while starting: " + process.lastWords());
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
