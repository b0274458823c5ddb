package dev.stampede.lab.report;

import dev.stampede.lab.contest.RunResult;
import dev.stampede.lab.contest.Verdict;
import dev.stampede.lab.strategy.ClaimFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Several runs side by side, as a terminal shows them. */
public final class RunsTable {

  private static final List<String> HEADS =
      List.of(
          "way", "sold", "over", "lost", "no tick", "exhaust", "queue", "busy", "error", "retries",
          "sold/s", "p50 ms", "p99 ms", "max ms", "order", "stmts", "redis");

  private RunsTable() {}

  /** Renders a head, one line for each run, and the meaning of the columns. */
  public static String render(List<RunResult> runs) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADS);
    runs.forEach(run -> rows.add(cells(run)));
    int[] widths =
        IntStream.range(0, HEADS.size())
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toArray();
    String table = rows.stream().map(row -> line(row, widths)).collect(Collectors.joining("\n"));
    return table
        + """


        sold: tickets promised to buyers. over: promised twice. lost: promised and not the buyer's in the end.
        no tick, exhaust, queue, busy, error: buyers without a ticket, by reason. p50, p99, max: times of buyers with one.
        order: pairs of buyers served in their order of arrival (50 % is chance, 100 % strict order).
        stmts, redis: PostgreSQL statements and Redis commands per ticket sold.""";
  }

  private static List<String> cells(RunResult run) {
    Verdict verdict = Verdict.of(run);
    List<String> cells = new ArrayList<>();
    cells.add(run.trial().name() + (run.stopped() ? " (stopped)" : ""));
    cells.add("%,d".formatted(verdict.sold()));
    cells.add(loud(verdict.oversold()));
    cells.add(loud(verdict.lost()));
    for (ClaimFailure why : ClaimFailure.values()) {
      cells.add(quiet(verdict.failed(why)));
    }
    cells.add(quiet(verdict.pace().retries()));
    cells.add(NumberText.of(verdict.pace().ratePerSecond()));
    cells.add(NumberText.of(verdict.pace().latency().p50()));
    cells.add(NumberText.of(verdict.pace().latency().p99()));
    cells.add(NumberText.of(verdict.pace().latency().max()));
    cells.add(run.sold().size() < 2 ? "·" : NumberText.percent(verdict.order()));
    cells.add(each(run.cost().usage().statements(), verdict.sold()));
    cells.add(each(run.cost().usage().redisCommands(), verdict.sold()));
    return cells;
  }

  static String each(long count, int sold) {
    return sold == 0 ? "·" : NumberText.of((double) count / sold);
  }

  /** Shows zero as a dot, so that the eye passes over it. */
  private static String quiet(long count) {
    return count == 0 ? "·" : "%,d".formatted(count);
  }

  private static String loud(int count) {
    return count == 0 ? "·" : "!%,d".formatted(count);
  }

  private static String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String pattern = column == 0 ? "%-" + widths[0] + "s" : "  %" + widths[column] + "s";
      line.append(String.format(Locale.ROOT, pattern, cells.get(column)));
    }
    return line.toString();
  }
}
