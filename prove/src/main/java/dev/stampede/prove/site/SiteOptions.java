package dev.stampede.prove.site;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The size and the parts of a site.
 *
 * @param build the classes that servers run
 * @param settings of the servers, beside those that the site makes itself
 */
public record SiteOptions(
    Topology topology,
    int servers,
    int brokers,
    ServerBuild build,
    Map<String, String> settings,
    Set<Part> parts) {

  public static final int MOST_SERVERS = 3;
  public static final int ONE_BROKER = 1;
  public static final int THREE_BROKERS = 3;

  /** A part that a site has only when it is asked for, since it costs something. */
  public enum Part {
    /** A small file system for PostgreSQL's log, which can be filled; root may mount one. */
    SMALL_DISK,
    /** A clock of each server's own, by libfaketime. */
    CLOCKS
  }

  public SiteOptions {
    if (servers < 1 || servers > MOST_SERVERS) {
      throw new IllegalArgumentException("%d servers; give 1..%d".formatted(servers, MOST_SERVERS));
    }
    if (brokers != ONE_BROKER && brokers != THREE_BROKERS) {
      throw new IllegalArgumentException(
          "%d brokers; give %d or %d".formatted(brokers, ONE_BROKER, THREE_BROKERS));
    }
    settings = Map.copyOf(settings);
    parts = Set.copyOf(parts);
  }

  /** One broker, this build, no extra parts. */
  public static SiteOptions of(Topology topology, int servers) {
    return new SiteOptions(
        topology, servers, ONE_BROKER, ServerBuild.THIS, Map.of(), EnumSet.noneOf(Part.class));
  }

  /** With three brokers, each with a copy of everything. */
  public SiteOptions withThreeBrokers() {
    return new SiteOptions(topology, servers, THREE_BROKERS, build, settings, parts);
  }

  /** With another number of servers. */
  public SiteOptions withServers(int many) {
    return new SiteOptions(topology, many, brokers, build, settings, parts);
  }

  /** With the parts among these that this machine allows. */
  public SiteOptions with(Set<Part> wanted) {
    Set<Part> all = EnumSet.noneOf(Part.class);
    all.addAll(parts);
    all.addAll(wanted);
    return new SiteOptions(topology, servers, brokers, build, settings, all);
  }

  /** With one more setting of the servers. */
  public SiteOptions with(String setting, String value) {
    Map<String, String> more = new HashMap<>(settings);
    more.put(setting, value);
    return new SiteOptions(topology, servers, brokers, build, more, parts);
  }

  /** Servers find these classes before those of this build. */
  public SiteOptions withClassesInFront(Path classes) {
    return new SiteOptions(
        topology, servers, brokers, build.withClassesInFront(classes), settings, parts);
  }

  /** Servers begin with another build; the fault {@code server-upgrade} replaces them in turn. */
  public SiteOptions upgradedFrom(ServerBuild other) {
    return new SiteOptions(topology, servers, brokers, build.upgradedFrom(other), settings, parts);
  }

  /** The build that servers begin with, if it is not the one they end with. */
  Optional<ServerBuild> earlier() {
    return build.earlier();
  }
}
