package dev.stampede.prove.check;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Turns the calls and rows that a violation names into lines, in order of time. */
final class WitnessReader {

  /** No history needs more to be understood. */
  private static final int MOST_LINES = 40;

  private static final String CALL = "call";

  private final Connection connection;
  private final Map<String, String> queries = new LinkedHashMap<>();

  WitnessReader(Connection connection) {
    this.connection = connection;
    String[] parts = SqlFile.read("witness.sql").split("(?m)^-- (?=[a-z]+$)", -1);
    for (int i = 1; i < parts.length; i++) {
      int line = parts[i].indexOf('\n');
      queries.put(parts[i].substring(0, line), parts[i].substring(line).strip());
    }
  }

  private record Line(long at, String text) implements Comparable<Line> {
    @Override
    public int compareTo(Line other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : text.compareTo(other.text);
    }
  }

  /**
   * Reads them.
   *
   * @param calls ids of calls
   * @param rows names of rows, as {@link Invariant} has them; those that do not exist have no line
   */
  List<String> read(List<Long> calls, List<String> rows) throws SQLException {
    Map<String, Set<String>> names = new LinkedHashMap<>();
    calls.forEach(id -> add(names, CALL, id.toString()));
    for (String row : rows) {
      int space = row.indexOf(' ');
      if (space > 0) {
        add(names, row.substring(0, space), row.substring(space + 1));
      }
    }
    Set<Line> lines = new TreeSet<>();
    for (Map.Entry<String, Set<String>> kind : names.entrySet()) {
      String query = queries.get(kind.getKey());
      if (query != null) {
        lines.addAll(lines(query, kind.getValue()));
      }
    }
    return lines.stream().limit(MOST_LINES).map(one -> one.at() + " µs " + one.text()).toList();
  }

  private static void add(Map<String, Set<String>> names, String kind, String name) {
    names.computeIfAbsent(kind, _ -> new LinkedHashSet<>()).add(name);
  }

  private List<Line> lines(String query, Set<String> names) throws SQLException {
    List<Line> lines = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setArray(1, connection.createArrayOf("text", names.toArray()));
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          lines.add(new Line(rows.getLong(1), rows.getString(2)));
        }
      }
    }
    return lines;
  }
}
