package dev.stampede.prove.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The parts of a site that faults can be done to, by name.
 *
 * @param libraries the processes beside the servers that use the libraries
 */
public record SiteShape(
    Topology topology, int servers, int brokers, int libraries, Set<Feature> features) {

  /** A part that only some sites have. */
  public enum Feature {
    /** Each server has a clock of its own. */
    CLOCKS,
    /** PostgreSQL's log is on a disk that can be filled. */
    SMALL_DISK,
    /** Servers began with an earlier build. */
    UPGRADES
  }

  public SiteShape {
    features = Set.copyOf(features);
  }

  public boolean has(Feature feature) {
    return features.contains(feature);
  }

  /** {@code library-1} and so on. */
  public List<String> libraryNames() {
    return IntStream.rangeClosed(1, libraries).mapToObj(number -> "library-" + number).toList();
  }

  /** {@code server-0} and so on. */
  public List<String> serverNames() {
    return IntStream.range(0, servers).mapToObj(SiteServer::name).toList();
  }

  /** {@code redis-0} and so on, and {@code redis-locks} where locks have a Redis of their own. */
  public List<String> redisNames() {
    List<String> names = new ArrayList<>(numbered("redis-", topology.redisNodes()));
    if (topology != Topology.SINGLE) {
      names.add("redis-locks");
    }
    return names;
  }

  public List<String> sentinelNames() {
    return numbered("sentinel-", topology.sentinels());
  }

  public List<String> brokerNames() {
    return numbered("kafka-", brokers);
  }

  /** The links of servers to services whose names begin so. */
  public List<String> linksTo(String prefix) {
    return links().stream().filter(link -> link.contains("/" + prefix)).toList();
  }

  /** All links, as in {@code server-0/postgres}. */
  public List<String> links() {
    List<String> ends = new ArrayList<>(List.of("postgres", "clients", "players"));
    ends.addAll(numbered("redis-", topology.redisNodes()));
    ends.addAll(sentinelNames());
    ends.addAll(brokerNames());
    return serverNames().stream()
        .flatMap(server -> ends.stream().map(end -> server + "/" + end))
        .toList();
  }

  private static List<String> numbered(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(number -> prefix + number).toList();
  }
}
