package dev.stampede.lab.strategy;

import java.util.Locale;

/**
 * A row of {@code seat} as a transaction read it.
 *
 * @param owner empty while it is unsold
 */
public record LabSeatRow(int seat, int version, String owner) {

  public boolean isSold() {
    return !owner.isEmpty();
  }

  /** As the source document prints it: ids and ranks count from 1, nobody is 0. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "{ ticket_id: %d, ticket_rank: %d, owner_id: %s, is_sold: %s }",
        seat + 1,
        seat + 1,
        isSold() ? "'" + owner + "'" : "0",
        isSold());
  }
}
