package dev.stampede.server.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Single values out of JSON, each within its limits, or null; and as a person reads them. */
final class FieldValues {

  /** What PostgreSQL and years of four digits can both hold. */
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");

  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");
  private static final int MAX_SHOWN_CHARS = 40;

  private FieldValues() {}

  static @Nullable String text(JsonNode value, int min, int max) {
    if (!value.isString()) {
      return null;
    }
    String text = value.stringValue();
    boolean fits = !text.isBlank() && text.length() >= min && text.length() <= max;
    return fits && text.codePoints().noneMatch(FieldValues::isUnprintable) ? text : null;
  }

  /** Zero bytes, lone surrogates and line ends: neither the database nor a log line takes them. */
  private static boolean isUnprintable(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  static @Nullable Long whole(JsonNode value, long min, long max) {
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      return null;
    }
    long number = value.longValue();
    return number < min || number > max ? null : (Long) number;
  }

  static @Nullable Double number(JsonNode value, double min, double max) {
    double number =
        switch (value.asString()) {
          case "Infinity" -> Double.POSITIVE_INFINITY;
          case "-Infinity" -> Double.NEGATIVE_INFINITY;
          case String _ -> value.isNumber() ? value.doubleValue() : Double.NaN;
        };
    return number >= min && number <= max ? (Double) number : null;
  }

  static @Nullable Instant time(JsonNode value) {
    if (!value.isString()) {
      return null;
    }
    try {
      Instant time =
          OffsetDateTime.parse(value.stringValue()).toInstant().truncatedTo(ChronoUnit.MICROS);
      return time.isBefore(EARLIEST) || time.isAfter(LATEST) ? null : time;
    } catch (DateTimeException notATime) {
      return null;
    }
  }

  static String shown(JsonNode value) {
    if (value.isObject()) {
      return "an object";
    }
    if (value.isArray()) {
      return "a list of " + value.size();
    }
    String text = value.toString();
    return text.length() <= MAX_SHOWN_CHARS ? text : text.substring(0, MAX_SHOWN_CHARS) + "…";
  }
}
