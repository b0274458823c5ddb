package dev.stampede.bench.report;

import java.util.Locale;
import java.util.Set;

/**
 * The cost that a run may have: quick ends within a minute, thorough within six. With {@code only},
 * cases whose name has none of these words in it are left out, and so are the ratios that need
 * them.
 */
public record Effort(boolean quick, Set<String> only) {

  public Effort {
    only = Set.copyOf(only);
  }

  public boolean includes(String caseName) {
    String name = caseName.toLowerCase(Locale.ROOT);
    return only.isEmpty()
        || only.stream().anyMatch(word -> name.contains(word.toLowerCase(Locale.ROOT)));
  }
}
