package dev.stampede.prove.check;

import java.util.List;
import java.util.stream.Stream;

/** The invariants, in the order in which reports have them. */
public final class Invariants {

  private static final List<String> NAMES =
      List.of(
          "one-owner",
          "one-owner-in-real-time",
          "all-or-none",
          "nothing-lost",
          "nothing-unasked",
          "no-confirmation-after-later-owner",
          "seat-history",
          "ledger",
          "outside-payments",
          "one-answer",
          "answers-match-tables",
          "requests-decided",
          "seat-map-reads",
          "booking-reads",
          "wallet-reads",
          "list-reads",
          "refusals-have-a-reason",
          "buyer-limit",
          "passes-spent-once",
          "places-in-order",
          "events-in-order",
          "events-equal-tables",
          "booking-events-equal-tables",
          "statistics-equal-tables",
          "job-effect-once",
          "fences-rise",
          "one-match-per-ticket",
          "quiet-after-healing");

  private Invariants() {}

  /** Returns those that are queries. */
  static List<Invariant> queries() {
    return NAMES.stream().map(Invariant::read).toList();
  }

  /** Returns the names of all. */
  public static List<String> names() {
    return Stream.concat(NAMES.stream(), Stream.of(SerialOrder.NAME)).toList();
  }
}
