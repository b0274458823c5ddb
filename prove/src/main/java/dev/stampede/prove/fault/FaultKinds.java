package dev.stampede.prove.fault;

import dev.stampede.prove.site.SiteOptions;
import dev.stampede.prove.site.SiteShape;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** All kinds of faults, by label. */
public final class FaultKinds {

  /** In a list of labels: every kind. */
  public static final String EVERY = "all";

  private static final List<FaultKind> ALL =
      Stream.of(
              ServerFaults.kinds(),
              LibraryFaults.kinds(),
              PostgresFaults.kinds(),
              RedisFaults.kinds(),
              KafkaFaults.kinds(),
              LinkFaults.kinds(),
              PointFaults.kinds())
          .flatMap(List::stream)
          .toList();

  private FaultKinds() {}

  public static List<FaultKind> all() {
    return ALL;
  }

  /**
   * The kinds that a list names.
   *
   * @param list labels between commas; one that ends with a star means all that begin so, one that
   *     begins with a minus leaves out what was named before it
   */
  public static List<FaultKind> named(String list) {
    Set<FaultKind> wanted = new LinkedHashSet<>();
    for (String word : list.split(",", -1)) {
      String label = word.strip();
      boolean isLeftOut = label.startsWith("-");
      List<FaultKind> meant = meant(isLeftOut ? label.substring(1) : label);
      if (isLeftOut) {
        wanted.removeAll(meant);
      } else {
        wanted.addAll(meant);
      }
    }
    if (wanted.isEmpty()) {
      throw new IllegalArgumentException(
          "--faults is '%s', which leaves no kind of fault; give some of: %s"
              .formatted(list, labels()));
    }
    return new ArrayList<>(wanted);
  }

  private static List<FaultKind> meant(String label) {
    List<FaultKind> meant =
        ALL.stream()
            .filter(
                kind ->
                    label.equals(EVERY)
                        || kind.label().equals(label)
                        || (label.endsWith("*")
                            && kind.label().startsWith(label.substring(0, label.length() - 1))))
            .toList();
    if (meant.isEmpty()) {
      throw new IllegalArgumentException(
          "there is no kind of fault '%s'; there are: %s, %s".formatted(label, EVERY, labels()));
    }
    return meant;
  }

  /** All labels, for messages. */
  public static String labels() {
    return String.join(", ", ALL.stream().map(FaultKind::label).toList());
  }

  /** The parts that a site needs for these kinds, beside those that every site has. */
  public static Set<SiteOptions.Part> parts(List<FaultKind> kinds) {
    Set<SiteOptions.Part> parts = EnumSet.noneOf(SiteOptions.Part.class);
    for (FaultKind kind : kinds) {
      if (kind.label().startsWith("server-clock")) {
        parts.add(SiteOptions.Part.CLOCKS);
      } else if (kind.label().equals("postgres-disk-full")) {
        parts.add(SiteOptions.Part.SMALL_DISK);
      }
    }
    return parts;
  }

  /** The kinds among these that a site does not allow, each with the reason. */
  public static Map<String, String> unavailable(List<FaultKind> kinds, SiteShape shape) {
    Map<String, String> reasons = new LinkedHashMap<>();
    for (FaultKind kind : kinds) {
      if (kind.targets(shape).isEmpty()) {
        reasons.put(kind.label(), reason(kind.label(), shape));
      }
    }
    return reasons;
  }

  private static String reason(String label, SiteShape shape) {
    if (label.startsWith("server-clock")) {
      return "libfaketime was not found; install Debian's package libfaketime";
    }
    return switch (label) {
      case "postgres-disk-full" -> "no file system could be mounted; run as root where that may";
      case "server-upgrade" -> "no earlier build was given";
      default -> "the topology %s has no such part".formatted(shape.topology().label());
    };
  }
}
