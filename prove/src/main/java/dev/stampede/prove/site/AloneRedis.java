package dev.stampede.prove.site;

import dev.stampede.testkit.OwnRedis;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** One Redis. */
record AloneRedis(OwnRedis redis) implements SiteRedis {

  @Override
  public List<OwnRedis> nodes() {
    return List.of(redis);
  }

  @Override
  public List<OwnRedis> masters() {
    return nodes();
  }

  @Override
  public List<Integer> sentinelPorts() {
    return List.of();
  }

  @Override
  public void failOver(RandomGenerator random) {
    throw noneElse();
  }

  @Override
  public OwnRedis promoteBehind(Duration lag, RandomGenerator random) {
    throw noneElse();
  }

  @Override
  public void killSentinel(int number) {
    throw noneElse();
  }

  @Override
  public void startSentinelAgain(int number) {
    throw noneElse();
  }

  private static UnsupportedOperationException noneElse() {
    return new UnsupportedOperationException(
        "the topology single has one Redis; use sentinel or cluster");
  }

  @Override
  public List<String> complaints() {
    return RedisComplaints.ofNodes(nodes());
  }
}
