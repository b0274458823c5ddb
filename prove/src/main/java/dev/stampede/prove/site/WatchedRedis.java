package dev.stampede.prove.site;

import dev.stampede.testkit.OwnRedis;
import dev.stampede.testkit.SentinelRedis;
import dev.stampede.testkit.TestkitException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** A master and two replicas that Sentinels watch. */
record WatchedRedis(SentinelRedis redis) implements SiteRedis {

  private static final Duration TAKEN_OVER_WITHIN = Duration.ofSeconds(40);

  @Override
  public List<OwnRedis> nodes() {
    return redis.servers();
  }

  @Override
  public List<OwnRedis> masters() {
    return List.of(redis.master());
  }

  @Override
  public List<Integer> sentinelPorts() {
    return redis.sentinelPorts();
  }

  @Override
  public void failOver(RandomGenerator random) {
    OwnRedis before = redis.master();
    redis.failOver();
    redis.awaitOtherMaster(before, TAKEN_OVER_WITHIN);
  }

  @Override
  public OwnRedis promoteBehind(Duration lag, RandomGenerator random)
      throws IOException, InterruptedException {
    OwnRedis master = redis.master();
    List<OwnRedis> replicas =
        nodes().stream().filter(node -> node.port() != master.port()).toList();
    LaggingReplicas.loseWrites(master, replicas, lag);
    redis.awaitOtherMaster(master, TAKEN_OVER_WITHIN);
    return master;
  }

  @Override
  public void killSentinel(int number) {
    redis.killSentinel(number);
  }

  @Override
  public void startSentinelAgain(int number) {
    redis.startSentinelAgain(number);
  }

  @Override
  public List<String> complaints() {
    List<String> complaints = new ArrayList<>(RedisComplaints.ofNodes(nodes()));
    if (complaints.isEmpty()) {
      try {
        OwnRedis master = redis.master();
        if (!master.ask("ROLE").startsWith("master")) {
          complaints.add("the Sentinels name %s, which is no master".formatted(master.node()));
        }
        String replicas = master.ask("INFO", "replication");
        if (!replicas.contains("connected_slaves:" + (nodes().size() - 1))) {
          complaints.add("the master at %s misses a replica".formatted(master.node()));
        }
      } catch (IOException | TestkitException e) {
        complaints.add("the Sentinels name no master that answers: " + e.getMessage());
      }
    }
    return complaints;
  }
}
