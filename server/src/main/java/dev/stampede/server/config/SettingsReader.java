package dev.stampede.server.config;

import dev.stampede.engine.claim.WalletLimits;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads settings one by one, remembers what each may be, and gathers every problem instead of
 * stopping at the first. A wrong value is reported and its default used to read on; nothing built
 * from a reader with problems is ever handed out.
 */
final class SettingsReader {

  static final String NONE = "none";

  private static final Pattern AMOUNT = Pattern.compile("(?<n>[0-9]{1,9})(?<unit>ms|s|m|h)?");

  private final SettingsSource source;
  private final List<String> problems = new ArrayList<>();
  private final Map<String, Definition> definitions = new LinkedHashMap<>();

  SettingsReader(SettingsSource source) {
    this.source = source;
  }

  int number(String name, int fallback, int min, int max) {
    return number(name, fallback, Integer.toString(fallback), min, max);
  }

  int number(String name, int fallback, String fallbackInWords, int min, int max) {
    String limits = min + ".." + max;
    define(name, limits, fallbackInWords);
    return read(name, limits, fallback, text -> within(Integer.parseInt(text), min, max));
  }

  /** A number of points, of which there is at least one. */
  long points(String name, long fallback) {
    String limits = "1.." + WalletLimits.MAX_POINTS;
    define(name, limits, Long.toString(fallback));
    return read(
        name, limits, fallback, text -> within(Long.parseLong(text), 1L, WalletLimits.MAX_POINTS));
  }

  Duration duration(String name, Duration fallback, Duration min, Duration max) {
    String limits = spelled(min) + ".." + spelled(max);
    define(name, limits, spelled(fallback));
    return read(name, limits, fallback, text -> within(parseDuration(text), min, max));
  }

  boolean flag(String name, boolean fallback, String fallbackInWords) {
    String limits = "true, false";
    define(name, limits, fallbackInWords);
    return read(
        name,
        limits,
        fallback,
        text ->
            switch (text) {
              case "true" -> true;
              case "false" -> false;
              case String other -> throw new IllegalArgumentException(other);
            });
  }

  /** One of a few, written as each prints itself. */
  <T extends Enum<T>> T choice(String name, T fallback, List<T> all) {
    String limits = all.stream().map(Object::toString).collect(Collectors.joining(", "));
    define(name, limits, fallback.toString());
    return read(
        name,
        limits,
        fallback,
        text ->
            all.stream()
                .filter(one -> one.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(text)));
  }

  String text(String name, String limits, String fallback, Pattern allowed) {
    define(name, limits, fallback);
    return read(
        name,
        limits,
        fallback,
        text -> {
          if (!allowed.matcher(text).matches()) {
            throw new IllegalArgumentException(text);
          }
          return text;
        });
  }

  /** A setting without default, turned into a value; the parser throws for a wrong one. */
  <T> Optional<T> optional(String name, String limits, Function<String, ? extends T> parser) {
    return optional(name, limits, NONE, parser);
  }

  <T> Optional<T> optional(
      String name, String limits, String fallbackInWords, Function<String, ? extends T> parser) {
    define(name, limits, fallbackInWords);
    Optional<String> text = source.value(name);
    try {
      return text.map(parser);
    } catch (IllegalArgumentException e) {
      // The value itself is not shown: it may be a secret. A parser's reason shows none.
      problem("%s is not usable; give %s (%s)".formatted(name, limits, e.getMessage()));
      return Optional.empty();
    }
  }

  <T> List<T> list(String name, String limits, Function<String, ? extends T> parser) {
    return this.<List<T>>optional(
            name,
            limits,
            text -> Arrays.stream(text.split(",")).map(String::strip).<T>map(parser).toList())
        .orElse(List.of());
  }

  /** True if the setting was given, valid or not. */
  boolean wasGiven(String name) {
    return source.value(name).isPresent();
  }

  /** True if any address of the service was given; a wrong address is a problem of its own. */
  boolean wasGivenAnyOf(ExternalService service) {
    return service.isConfiguredIn(source);
  }

  void problem(String problem) {
    problems.add(problem);
  }

  /** Every problem, those of names that nothing has read included; call it last. */
  List<String> problems() {
    List<String> all = new ArrayList<>(problems);
    source
        .unknown(definitions.keySet())
        .forEach(name -> all.add(name + " is not a setting; docs/configuration.md lists them all"));
    return all;
  }

  List<Definition> definitions() {
    return List.copyOf(definitions.values());
  }

  void define(String name, String limits, String fallback) {
    definitions.put(name, new Definition(name, limits, fallback));
  }

  private <T> T read(String name, String limits, T fallback, Function<String, T> parser) {
    Optional<String> text = source.value(name);
    if (text.isEmpty()) {
      return fallback;
    }
    try {
      return parser.apply(text.get());
    } catch (IllegalArgumentException | DateTimeParseException e) {
      Definition definition = definitions.get(name);
      String usual = definition == null ? "" : " (default " + definition.fallback() + ")";
      problem("%s is '%s'; set %s%s".formatted(name, text.get(), limits, usual));
      return fallback;
    }
  }

  private static <T extends Comparable<T>> T within(T value, T min, T max) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw new IllegalArgumentException(value + " is out of bounds");
    }
    return value;
  }

  /** A plain number is seconds; ms, s, m and h may follow; ISO-8601 works too. */
  static Duration parseDuration(String text) {
    Matcher matcher = AMOUNT.matcher(text);
    if (!matcher.matches()) {
      return Duration.parse(text);
    }
    long amount = Long.parseLong(matcher.group("n"));
    String unit = matcher.group("unit");
    return switch (unit == null ? "s" : unit) {
      case "ms" -> Duration.ofMillis(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      case String seconds -> Duration.ofSeconds(amount);
    };
  }

  static String spelled(Duration duration) {
    if (duration.toMillisPart() != 0) {
      return duration.toMillis() + " ms";
    }
    return duration.compareTo(Duration.ofHours(1)) >= 0 && duration.toMinutesPart() == 0
        ? duration.toHours() + " h"
        : duration.toSeconds() + " s";
  }
}
