package dev.stampede.lab.plan;

/** A whole number that an option takes, with its limits. */
public record Count(String option, int least, int most) {

  /** The number as it was typed; anything else is refused by name. */
  public int parse(String text) {
    try {
      int value = Integer.parseInt(text.strip());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Told below, with the limits.
    }
    throw new WrongOptionException(
        "%s is '%s'; give a whole number of %d..%d".formatted(option, text, least, most));
  }
}
