package dev.stampede.acceptance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rules for names and texts of metrics that {@code promtool check metrics} holds a scrape to,
 * and that every family has a type: Prometheus itself takes anything.
 */
final class MetricsLint {

  private static final Pattern HEAD =
      Pattern.compile("# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) ?(.*)");
  private static final Pattern SAMPLE =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? \\S+");
  private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]\\w*)=\"(?:[^\"\\\\]|\\\\.)*\"");

  private static final Set<String> TYPES =
      Set.of("counter", "gauge", "histogram", "summary", "untyped");

  private static final Set<String> BASE_UNITS = Set.of("seconds", "bytes", "celsius", "meters");
  private static final Set<String> OTHER_UNITS =
      Set.of("minutes", "hours", "days", "weeks", "bits", "fahrenheit", "inches", "miles");
  private static final Pattern SCALED =
      Pattern.compile("(?:nano|micro|milli|centi|kilo|kibi|mega|mebi|giga|gibi)(?:seconds|bytes)");
  private static final Set<String> ABBREVIATED =
      Set.of("s", "ms", "us", "ns", "sec", "b", "kb", "mb", "gb", "tb", "pb", "m", "h", "d");

  private static final class Family {
    private final List<String> help = new ArrayList<>();
    private final List<String> type = new ArrayList<>();
    private final Set<String> labels = new TreeSet<>();
    private int samples;

    String type() {
      return type.isEmpty() ? "untyped" : type.getFirst();
    }
  }

  private final Map<String, Family> families = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();

  private MetricsLint(String scrape) {
    Map<String, Set<String>> samples = new LinkedHashMap<>();
    for (String line : scrape.lines().toList()) {
      Matcher head = HEAD.matcher(line);
      Matcher sample = SAMPLE.matcher(line);
      if (head.matches()) {
        Family family = families.computeIfAbsent(head.group(2), _ -> new Family());
        (head.group(1).equals("HELP") ? family.help : family.type).add(head.group(3));
      } else if (sample.matches()) {
        Set<String> labels = samples.computeIfAbsent(sample.group(1), _ -> new TreeSet<>());
        if (sample.group(2) != null) {
          LABEL.matcher(sample.group(2)).results().forEach(label -> labels.add(label.group(1)));
        }
      } else if (!line.isEmpty()) {
        problems.add("not a line that Prometheus reads: " + line);
      }
    }
    samples.forEach(
        (name, labels) -> {
          Family family = families.computeIfAbsent(familyOf(name), _ -> new Family());
          family.samples++;
          family.labels.addAll(labels);
        });
  }

  /** One line for each family and rule that it breaks. */
  static List<String> problems(String scrape) {
    MetricsLint lint = new MetricsLint(scrape);
    lint.families.forEach(lint::check);
    return lint.problems;
  }

  /** The names of all families. */
  static Set<String> families(String scrape) {
    return new MetricsLint(scrape).families.keySet();
  }

  /** A histogram's and a summary's samples bear the name of the family and one word more. */
  private String familyOf(String sample) {
    for (String suffix : List.of("_bucket", "_count", "_sum")) {
      if (sample.endsWith(suffix)) {
        String base = sample.substring(0, sample.length() - suffix.length());
        Family family = families.get(base);
        if (family != null && isSpread(family.type())) {
          return base;
        }
      }
    }
    return sample;
  }

  private static boolean isSpread(String type) {
    return type.equals("histogram") || type.equals("summary");
  }

  private void check(String name, Family family) {
    String type = family.type();
    complain(name, family.samples == 0, "has a head and no sample");
    complain(name, family.help.size() != 1 || family.help.getFirst().isBlank(), "no help text");
    complain(name, family.type.size() != 1 || !TYPES.contains(type), "no type, or several");
    complain(name, type.equals("untyped"), "is untyped");
    complain(
        name,
        type.equals("counter") != name.endsWith("_total"),
        "counters, and nothing else, end in _total");
    complain(
        name,
        !type.equals("histogram") && (name.endsWith("_bucket") || family.labels.contains("le")),
        "_bucket and le are for histograms");
    complain(
        name,
        !isSpread(type) && (name.endsWith("_count") || name.endsWith("_sum")),
        "_count and _sum are for histograms and summaries");
    complain(
        name,
        !type.equals("summary") && family.labels.contains("quantile"),
        "quantile is for summaries");
    complain(name, !name.matches("[a-z][a-z0-9_]*"), "lower case and underscores, no colon");
    for (String word : name.split("_", -1)) {
      complain(name, word.equals(type), "its type is in its name");
      complain(name, ABBREVIATED.contains(word), "the unit '%s' is abbreviated".formatted(word));
      complain(
          name,
          OTHER_UNITS.contains(word) || SCALED.matcher(word).matches(),
          "'%s' is no base unit, as %s are".formatted(word, new TreeSet<>(BASE_UNITS)));
    }
  }

  private void complain(String name, boolean wrong, String why) {
    if (wrong) {
      problems.add(name + ": " + why);
    }
  }
}
