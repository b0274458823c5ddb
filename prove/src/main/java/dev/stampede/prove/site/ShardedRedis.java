package dev.stampede.prove.site;

import dev.stampede.testkit.ClusterRedis;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.OwnRedis;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Three masters that share the slots, each with a replica. */
record ShardedRedis(ClusterRedis redis) implements SiteRedis {

  private static final int MASTERS = 3;
  private static final Duration TAKEN_OVER_WITHIN = Duration.ofSeconds(40);

  @Override
  public List<OwnRedis> nodes() {
    return redis.members();
  }

  @Override
  public List<OwnRedis> masters() {
    return nodes().stream().filter(ShardedRedis::keepsSlots).toList();
  }

  private static boolean keepsSlots(OwnRedis node) {
    try {
      return node.ask("ROLE").startsWith("master");
    } catch (IOException away) {
      return false;
    }
  }

  @Override
  public List<Integer> sentinelPorts() {
    return List.of();
  }

  @Override
  public void failOver(RandomGenerator random) throws IOException {
    OwnRedis master = anyWithReplica(random);
    OwnRedis replica = redis.replicasOf(master).getFirst();
    String answer = replica.ask("CLUSTER", "FAILOVER");
    if (!answer.equals("OK")) {
      throw new IOException("%s refused to take over: %s".formatted(replica.node(), answer));
    }
    awaitMaster(replica);
  }

  @Override
  public OwnRedis promoteBehind(Duration lag, RandomGenerator random)
      throws IOException, InterruptedException {
    OwnRedis master = anyWithReplica(random);
    List<OwnRedis> replicas = redis.replicasOf(master);
    LaggingReplicas.loseWrites(master, replicas, lag);
    awaitMaster(replicas.getFirst());
    return master;
  }

  private static void awaitMaster(OwnRedis node) {
    Eventually.within(TAKEN_OVER_WITHIN)
        .until(node.node() + " has taken over", () -> node.ask("ROLE").startsWith("master"));
  }

  private OwnRedis anyWithReplica(RandomGenerator random) throws IOException {
    List<OwnRedis> candidates =
        masters().stream().filter(master -> !redis.replicasOf(master).isEmpty()).toList();
    if (candidates.isEmpty()) {
      throw new IOException("no master has a replica that answers");
    }
    return candidates.get(random.nextInt(candidates.size()));
  }

  @Override
  public void killSentinel(int number) {
    throw noSentinels();
  }

  @Override
  public void startSentinelAgain(int number) {
    throw noSentinels();
  }

  private static UnsupportedOperationException noSentinels() {
    return new UnsupportedOperationException("a cluster has no Sentinels; use sentinel");
  }

  @Override
  public List<String> complaints() {
    List<String> complaints = new ArrayList<>(RedisComplaints.ofNodes(nodes()));
    if (complaints.isEmpty()) {
      for (OwnRedis node : nodes()) {
        try {
          if (!node.ask("CLUSTER", "INFO").contains("cluster_state:ok")) {
            complaints.add("the cluster is not whole, as %s sees it".formatted(node.node()));
          }
        } catch (IOException e) {
          complaints.add("%s does not answer: %s".formatted(node.node(), e.getMessage()));
        }
      }
      if (masters().size() != MASTERS) {
        complaints.add("the cluster has %d masters of %d".formatted(masters().size(), MASTERS));
      }
    }
    return complaints;
  }
}
