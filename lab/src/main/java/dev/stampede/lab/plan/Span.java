package dev.stampede.lab.plan;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A time that an option takes, with its limits; a plain number is seconds. */
public record Span(String option, Duration least, Duration most) {

  private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(ms|s|m)?");

  /** The time as it was typed; anything else is refused by name. */
  public Duration parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (matcher.matches()) {
      Duration value =
          Duration.ofNanos(
              new BigDecimal(matcher.group(1)).multiply(nanos(matcher.group(2))).longValue());
      if (value.compareTo(least) >= 0 && value.compareTo(most) <= 0) {
        return value;
      }
    }
    throw new WrongOptionException(
        "%s is '%s'; give a time of %s..%s, as in 50ms or 2s (a plain number is seconds)"
            .formatted(option, text, shown(least), shown(most)));
  }

  private static BigDecimal nanos(String unit) {
    return BigDecimal.valueOf(
        "ms".equals(unit) ? 1_000_000L : "m".equals(unit) ? 60_000_000_000L : 1_000_000_000L);
  }

  /** Returns the time as people write it. */
  public static String shown(Duration time) {
    long millis = time.toMillis();
    if (millis == 0) {
      return "0";
    }
    return millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
  }
}
