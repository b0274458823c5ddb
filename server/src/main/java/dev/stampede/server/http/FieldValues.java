package dev.stampede.server.http;

import dev.stampede.server.text.Characters;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Single values out of JSON, each within its limits, or null; and as a person reads them. */
final class FieldValues {

  /** The earliest time: it and {@link #LATEST} fit both PostgreSQL and years of four digits. */
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");

  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");
  private static final int MAX_SHOWN_CHARS = 40;
  private static final int MAX_LONG_DIGITS = 19;

  private FieldValues() {}

  static @Nullable String text(JsonNode value, int min, int max) {
    if (!value.isString()) {
      return null;
    }
    String text = value.stringValue();
    int length = Characters.count(text);
    boolean fits = length >= min && length <= max && Characters.isVisible(text);
    return fits && Characters.firstUnprintable(text).isEmpty() ? text : null;
  }

  /** Describes the fault of a value that is not a text of at most {@code max} characters. */
  static String notText(JsonNode value, int max) {
    if (!value.isString() || value.stringValue().isEmpty()) {
      return "is " + shown(value);
    }
    String text = value.stringValue();
    int length = Characters.count(text);
    if (length > max) {
      return "has %d characters".formatted(length);
    }
    OptionalInt unprintable = Characters.firstUnprintable(text);
    if (unprintable.isPresent()) {
      int at = unprintable.getAsInt();
      int character = text.codePointAt(text.offsetByCodePoints(0, at));
      return "has U+%04X as character %d".formatted(character, at + 1);
    }
    return Characters.isVisible(text) ? "is " + shown(value) : "has no visible character";
  }

  static @Nullable Long whole(JsonNode value, long min, long max) {
    Long number = whole(value);
    return number == null || number < min || number > max ? null : number;
  }

  /**
   * An integer as JSON Schema means it: a number without a fraction, however it is written. Nothing
   * is rounded, and a number is not written out before it is known to have few digits: 1e999999999
   * has a milliard.
   */
  static @Nullable Long whole(JsonNode value) {
    if (value.isIntegralNumber()) {
      return value.canConvertToLong() ? (Long) value.longValue() : null;
    }
    if (!value.isNumber()) {
      return null;
    }
    BigDecimal number = value.decimalValue();
    if (number.signum() == 0) {
      return 0L;
    }
    long digits = (long) number.precision() - number.scale();
    if (digits < 1 || digits > MAX_LONG_DIGITS) {
      return null;
    }
    try {
      return number.longValueExact();
    } catch (ArithmeticException fractionOrTooLarge) {
      return null;
    }
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
    return Characters.spelledOut(Characters.cut(value.toString(), MAX_SHOWN_CHARS));
  }
}
