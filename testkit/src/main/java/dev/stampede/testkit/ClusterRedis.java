package dev.stampede.testkit;

import dev.stampede.embedded.LoneProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Three masters that share the slots and a replica for each, on loopback. A node that is silent for
 * a second counts as failed: short, so that tests are.
 */
public final class ClusterRedis implements AutoCloseable {

  private static final int MASTERS = 3;
  private static final int NODES = 2 * MASTERS;
  private static final int SLOTS = 16_384;

  /** The distance from a node's port to its cluster bus port; fixed by Redis before version 7. */
  private static final int BUS_ABOVE_PORT = 10_000;

  private static final Duration READY_WITHIN = Duration.ofSeconds(40);

  private final List<OwnRedis> nodes = new ArrayList<>();

  private ClusterRedis() {}

  /**
   * Starts all six and waits until every one of them knows all slots and all replicas.
   *
   * @param folder exists, and is nobody else's
   */
  public static ClusterRedis start(Path folder) {
    ClusterRedis cluster = new ClusterRedis();
    try {
      for (int i = 0; i < NODES; i++) {
        cluster.nodes.add(
            OwnRedis.start(
                subfolder(folder, i),
                LoneProcess.freePort(BUS_ABOVE_PORT),
                "--cluster-enabled",
                "yes",
                "--cluster-node-timeout",
                "1000",
                "--cluster-config-file",
                "nodes.conf"));
      }
      cluster.join();
      return cluster;
    } catch (AssertionError | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void join() {
    for (int i = 0; i < MASTERS; i++) {
      List<String> words = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
      IntStream.range(i * SLOTS / MASTERS, (i + 1) * SLOTS / MASTERS)
          .forEach(slot -> words.add(Integer.toString(slot)));
      nodes.get(i).tell(words.toArray(String[]::new));
      nodes.get(i).tell("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
    }
    for (OwnRedis node : nodes.subList(1, NODES)) {
      node.tell("CLUSTER", "MEET", "127.0.0.1", Integer.toString(nodes.getFirst().port()));
    }
    awaitEverywhere("all nodes are met", "CLUSTER", "cluster_known_nodes:" + NODES);
    for (int i = 0; i < MASTERS; i++) {
      OwnRedis replica = nodes.get(MASTERS + i);
      String master = idOf(nodes.get(i));
      Eventually.within(READY_WITHIN)
          .until(
              "%s follows its master".formatted(replica.node()),
              () -> replica.ask("CLUSTER", "REPLICATE", master).equals("OK"));
    }
    awaitEverywhere("the cluster is whole", "CLUSTER", "cluster_state:ok");
    for (OwnRedis node : nodes) {
      Eventually.within(READY_WITHIN)
          .until(
              "all replicas are known at " + node.node(),
              () -> node.ask("CLUSTER", "NODES"),
              known -> count(known, " slave ") + count(known, "myself,slave ") == MASTERS);
    }
    for (OwnRedis master : nodes.subList(0, MASTERS)) {
      Eventually.within(READY_WITHIN)
          .until(
              "the replica of %s has caught up".formatted(master.node()),
              () -> master.ask("WAIT", "1", "1000").equals("1"));
    }
  }

  private void awaitEverywhere(String awaited, String command, String expected) {
    for (OwnRedis node : nodes) {
      Eventually.within(READY_WITHIN)
          .until(
              awaited + ", as " + node.node() + " sees it",
              () -> node.ask(command, "INFO"),
              told -> told.contains(expected + "\r\n"));
    }
  }

  private static int count(String text, String part) {
    int found = 0;
    for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
      found++;
    }
    return found;
  }

  private static String idOf(OwnRedis node) {
    try {
      return node.ask("CLUSTER", "MYID");
    } catch (IOException e) {
      throw new UncheckedIOException(node.node() + " did not tell its id", e);
    }
  }

  /** In the form of the setting REDIS_CLUSTER; all of them, so that any may be killed. */
  public String nodes() {
    return nodes.stream().map(OwnRedis::node).collect(Collectors.joining(","));
  }

  /** Masters and replicas. */
  public List<OwnRedis> members() {
    return List.copyOf(nodes);
  }

  /** The replicas that follow this node now. */
  public List<OwnRedis> replicasOf(OwnRedis master) {
    String id = idOf(master);
    return nodes.stream().filter(node -> follows(node, id)).toList();
  }

  private static boolean follows(OwnRedis node, String masterId) {
    try {
      return node.ask("CLUSTER", "NODES")
          .lines()
          .anyMatch(line -> line.contains("myself,slave " + masterId));
    } catch (IOException away) {
      return false;
    }
  }

  /** The master that now keeps what has this name. */
  public OwnRedis masterOf(String key) {
    return nodes.stream()
        .filter(node -> masters(node, key))
        .findFirst()
        .orElseThrow(() -> new TestkitException("no node keeps " + key));
  }

  /** Waits until another than this one keeps what has this name. */
  public OwnRedis awaitOtherMaster(String key, OwnRedis than, Duration within) {
    return Eventually.within(within)
        .until(
            "another keeps " + key,
            () -> nodes.stream().filter(node -> node != than && masters(node, key)).findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  /**
   * True if the node is a master and keeps the key. It says MOVED of a key that another node keeps,
   * and CLUSTERDOWN of one that no node keeps.
   */
  private static boolean masters(OwnRedis node, String key) {
    try {
      return List.of("0", "1").contains(node.ask("EXISTS", key))
          && node.ask("ROLE").startsWith("master");
    } catch (IOException away) {
      return false;
    }
  }

  private static Path subfolder(Path folder, int number) {
    try {
      return Files.createDirectory(folder.resolve("node-" + number));
    } catch (IOException e) {
      throw new UncheckedIOException("no folder for node " + number, e);
    }
  }

  @Override
  public void close() {
    nodes.forEach(OwnRedis::close);
  }
}
