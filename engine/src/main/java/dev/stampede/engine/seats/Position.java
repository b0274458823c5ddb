package dev.stampede.engine.seats;

import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in the news of one show: the {@code n}-th of its epoch. An epoch is one unbroken
 * numbering; a reader cannot continue from a position of another epoch.
 */
public record Position(String epoch, long n) {

  private static final Pattern FORM = Pattern.compile("([a-z0-9]{1,16})\\.(0|[1-9][0-9]{0,17})");
  private static final long EPOCHS = 36L * 36 * 36 * 36 * 36 * 36 * 36 * 36;

  public Position {
    if (n < 0) {
      throw new IllegalArgumentException("n is " + n + "; news are counted from 1");
    }
  }

  /** The start of a new epoch, which no other process has. */
  public static Position fresh() {
    return new Position(
        Long.toString(EPOCHS + ThreadLocalRandom.current().nextLong(EPOCHS), 36), 0);
  }

  /** Empty if the text is not a position. */
  public static Optional<Position> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches()
        ? Optional.of(new Position(matcher.group(1), Long.parseLong(matcher.group(2))))
        : Optional.empty();
  }

  boolean isSameEpoch(Position other) {
    return epoch.equals(other.epoch);
  }

  @Override
  public String toString() {
    return epoch + "." + n;
  }
}
