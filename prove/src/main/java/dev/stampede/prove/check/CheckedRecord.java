package dev.stampede.prove.check;

import java.time.Duration;
import java.util.List;

/**
 * The checker's answer about one record.
 *
 * @param calls how many calls it has
 * @param excused how many acknowledged ones a rewind of PostgreSQL may have undone, by design
 * @param invariants one result for each, in the order in which they were checked
 * @param took the time from the first row that was loaded to the last query
 */
public record CheckedRecord(
    long calls, long excused, List<InvariantResult> invariants, Duration took) {

  public CheckedRecord {
    invariants = List.copyOf(invariants);
  }

  public boolean holds() {
    return invariants.stream().allMatch(InvariantResult::holds);
  }

  public long violations() {
    return invariants.stream().mapToLong(InvariantResult::violations).sum();
  }

  /** Returns those that are broken. */
  public List<InvariantResult> broken() {
    return invariants.stream().filter(one -> !one.holds()).toList();
  }
}
