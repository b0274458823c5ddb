package dev.stampede.testkit;

import dev.stampede.embedded.LoneProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A master, two replicas and three Sentinels that watch them, on loopback. The Sentinels need two
 * votes and half a second to call the master down: short, so that tests are.
 */
public final class SentinelRedis implements AutoCloseable {

  /** In the form of the setting REDIS_MASTER. */
  public static final String MASTER = "stampede";

  private static final int REPLICAS = 2;
  private static final int SENTINELS = 3;
  private static final int DOWN_AFTER_MILLIS = 500;
  private static final Duration READY_WITHIN = Duration.ofSeconds(30);

  private final List<OwnRedis> servers = new ArrayList<>();
  private final List<Integer> sentinelPorts = new ArrayList<>();
  private final List<LoneProcess> sentinels = new ArrayList<>();

  private SentinelRedis() {}

  /**
   * Starts all six and waits until they know each other.
   *
   * @param folder exists, and is nobody else's
   */
  public static SentinelRedis start(Path folder) {
    SentinelRedis all = new SentinelRedis();
    try {
      all.startServers(folder);
      for (int i = 0; i < SENTINELS; i++) {
        all.startSentinel(subfolder(folder, "sentinel-" + i));
      }
      all.awaitComplete();
      return all;
    } catch (AssertionError | RuntimeException e) {
      all.close();
      throw e;
    }
  }

  private void startServers(Path folder) {
    OwnRedis master = OwnRedis.start(subfolder(folder, "server-0"));
    servers.add(master);
    for (int i = 1; i <= REPLICAS; i++) {
      servers.add(
          OwnRedis.start(
              subfolder(folder, "server-" + i),
              "--replicaof",
              "127.0.0.1",
              Integer.toString(master.port())));
    }
  }

  private void startSentinel(Path folder) {
    int port = LoneProcess.freePort();
    String configuration =
        """
        port %d
        bind 127.0.0.1
        dir ./
        sentinel monitor %s 127.0.0.1 %d 2
        sentinel down-after-milliseconds %s %d
        sentinel failover-timeout %s 4000
        """
            .formatted(port, MASTER, servers.getFirst().port(), MASTER, DOWN_AFTER_MILLIS, MASTER);
    try {
      Files.writeString(folder.resolve("sentinel.conf"), configuration);
    } catch (IOException e) {
      throw new UncheckedIOException("a Sentinel could not be configured", e);
    }
    sentinelPorts.add(port);
    sentinels.add(LoneProcess.redis(folder, List.of("sentinel.conf", "--sentinel")));
  }

  private void awaitComplete() {
    for (int port : sentinelPorts) {
      Eventually.within(READY_WITHIN)
          .until(
              "the Sentinel at %d knows two replicas and two Sentinels".formatted(port),
              () -> RedisTalk.ask(port, "SENTINEL", "MASTER", MASTER),
              told ->
                  told.contains("num-slaves " + REPLICAS)
                      && told.contains("num-other-sentinels " + (SENTINELS - 1)));
    }
    Eventually.within(READY_WITHIN)
        .until(
            "both replicas have caught up",
            () -> servers.getFirst().ask("WAIT", Integer.toString(REPLICAS), "1000"),
            caughtUp -> caughtUp.equals(Integer.toString(REPLICAS)));
  }

  /** In the form of the setting REDIS_SENTINELS. */
  public String sentinels() {
    return sentinelPorts.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
  }

  /** All servers; the first one was the master when they started. */
  public List<OwnRedis> servers() {
    return List.copyOf(servers);
  }

  public List<Integer> sentinelPorts() {
    return List.copyOf(sentinelPorts);
  }

  /** Kills a Sentinel, counted from 0, with SIGKILL; the others still have two votes. */
  public void killSentinel(int number) {
    sentinels.get(number).kill();
  }

  /** Starts a Sentinel again that was killed; its file says what it knew. */
  public void startSentinelAgain(int number) {
    LoneProcess sentinel = sentinels.get(number);
    if (!sentinel.isAlive()) {
      sentinel.startAgain();
    }
    int port = sentinelPorts.get(number);
    Eventually.within(READY_WITHIN)
        .until(
            "the Sentinel at %d answers".formatted(port),
            () -> RedisTalk.ask(port, "PING").equals("PONG"));
  }

  /** Has another server made master, though nothing is wrong with this one. */
  public void failOver() {
    RedisTalk.tell(sentinelPorts.getFirst(), "SENTINEL", "FAILOVER", MASTER);
  }

  /** The server that the Sentinels name now. */
  public OwnRedis master() {
    int port = masterPort();
    return servers.stream().filter(server -> server.port() == port).findFirst().orElseThrow();
  }

  /** Waits until they name another than this one. */
  public OwnRedis awaitOtherMaster(OwnRedis than, Duration within) {
    return Eventually.within(within)
        .until("another is the master", this::master, now -> now.port() != than.port());
  }

  private int masterPort() {
    return sentinelPorts.stream()
        .map(SentinelRedis::masterPort)
        .filter(port -> port > 0)
        .findFirst()
        .orElseThrow(() -> new TestkitException("no Sentinel names a master"));
  }

  /** 0 when this one does not answer. */
  private static int masterPort(int sentinel) {
    try {
      String told = RedisTalk.ask(sentinel, "SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER);
      return Integer.parseInt(told.substring(told.indexOf(' ') + 1));
    } catch (IOException away) {
      return 0;
    }
  }

  private static Path subfolder(Path folder, String name) {
    try {
      return Files.createDirectory(folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException("no folder for " + name, e);
    }
  }

  @Override
  public void close() {
    sentinels.forEach(LoneProcess::close);
    servers.forEach(OwnRedis::close);
  }
}
