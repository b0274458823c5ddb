package dev.stampede.postgres.verify;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Kinds of drift with the condition of each, as a statement asks for them: first whether a row has
 * any, which almost none has, and only then which. Asking every row for a line of each kind took
 * two fifths of a slice of sold seats.
 */
record DriftChecks(List<Check> all) {

  /** A kind of drift; a row has it where the condition is true, and not where it is null. */
  record Check(String kind, String condition) {}

  DriftChecks {
    all = List.copyOf(all);
  }

  /** True for a row with drift of any kind. */
  String any() {
    return all.stream().map(Check::condition).collect(Collectors.joining(")\n  OR (", "((", "))"));
  }

  /** A line for each kind: its name, and whether the row has it. */
  String each() {
    return all.stream()
        .map(check -> "('%s', %s)".formatted(check.kind(), check.condition()))
        .collect(Collectors.joining(",\n  ", "VALUES ", ""));
  }
}
