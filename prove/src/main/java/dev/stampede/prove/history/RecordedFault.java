package dev.stampede.prove.history;

/**
 * A fault that was injected.
 *
 * @param kind its kind, as reports have it
 * @param target the process, link or clock that it was done to
 * @param beganMicros on the clock of the record
 * @param endedMicros when it was repaired; for a single cut or step, when it began
 * @param detail its size: a duration, a point, a distance
 */
public record RecordedFault(
    String kind, String target, long beganMicros, long endedMicros, String detail) {

  private static final int FIELDS = 5;

  /** Returns the fault of a line of the record: its fields between tabs. */
  public static RecordedFault parse(String line) {
    String[] field = line.split("\t", -1);
    if (field.length != FIELDS) {
      throw new IllegalArgumentException(
          "a fault has %d fields instead of %d: %s".formatted(field.length, FIELDS, line));
    }
    return new RecordedFault(
        field[0], field[1], Long.parseLong(field[2]), Long.parseLong(field[3]), field[4]);
  }
}
