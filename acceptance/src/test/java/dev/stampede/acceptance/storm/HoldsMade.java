package dev.stampede.acceptance.storm;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The holds of a database, read past the servers. The one section is A, 20 seats a row. */
final class HoldsMade {

  private static final int SEATS_PER_ROW = 20;

  private HoldsMade() {}

  /** A hold as stored, its seats as labels in any order. */
  record Made(String buyer, Set<String> seats) {}

  /** Every hold ever made, by its id. */
  static Map<String, Made> in(String databaseUrl) {
    Map<String, Made> holds = new HashMap<>();
    DatabaseRows.of(
        databaseUrl,
        "SELECT id, buyer, seats FROM hold",
        row ->
            holds.put(
                row.getString(1),
                new Made(
                    row.getString(2),
                    Arrays.stream((Integer[]) row.getArray(3).getArray())
                        .map(HoldsMade::label)
                        .collect(Collectors.toSet()))));
    return holds;
  }

  /** Returns the buyer of each seat that is held now, by the label of the seat. */
  static Map<String, String> liveOwners(String databaseUrl) {
    Map<String, String> owners = new HashMap<>();
    DatabaseRows.of(
        databaseUrl,
        "SELECT number, buyer FROM seat WHERE state = 'h' AND held_until > stampede_now()",
        row -> owners.put(label(row.getInt(1)), row.getString(2)));
    return owners;
  }

  private static String label(int seat) {
    return "A-" + (seat / SEATS_PER_ROW + 1) + "-" + (seat % SEATS_PER_ROW + 1);
  }
}
