package dev.stampede.matchmaking.pool;

import dev.stampede.matchmaking.ticket.TypedBytes;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** A kind of match that is to be made, and the pools its players come from. */
public record MatchProfile(String name, List<Pool> pools, Map<String, TypedBytes> extensions) {

  public static final int MAX_NAME_CHARS = 128;
  public static final int MAX_POOLS = 100;

  public MatchProfile {
    pools = List.copyOf(pools);
    extensions = Map.copyOf(extensions);
    if (name.isBlank() || name.length() > MAX_NAME_CHARS) {
      throw new IllegalArgumentException(
          "a profile's name has %d characters; give 1..%d"
              .formatted(name.length(), MAX_NAME_CHARS));
    }
    if (pools.isEmpty() || pools.size() > MAX_POOLS) {
      throw new IllegalArgumentException(
          "profile %s has %d pools; give 1..%d".formatted(name, pools.size(), MAX_POOLS));
    }
    if (new HashSet<>(pools.stream().map(Pool::name).toList()).size() < pools.size()) {
      throw new IllegalArgumentException(
          "profile %s has two pools of one name; name each once".formatted(name));
    }
  }

  /** One pool that takes everybody. */
  public static MatchProfile forEverybody(String name) {
    return new MatchProfile(name, List.of(Pool.everybody("everybody")), Map.of());
  }
}
