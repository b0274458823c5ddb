package dev.stampede.lab.chart;

import java.util.List;

/** Draws the outcomes of all buyers, and how often they had to try again: one bar for each run. */
public final class EndingsPlot {

  private static final int HEIGHT = 26;
  private static final double LETTER = 6.3;

  private EndingsPlot() {}

  public static Drawing of(List<PlottedRun> entries) {
    RowLayout rows = new RowLayout(HEIGHT);
    String title = "What became of the buyers, and how often they ran again";
    Svg svg = rows.begin(entries.size(), title);
    int most =
        entries.stream()
            .mapToInt(
                each -> each.shape().outcomes().stream().mapToInt(PlottedRun.Outcome::count).sum())
            .max()
            .orElse(1);
    Scale scale = Scale.even(most, RowLayout.LEFT, RowLayout.RIGHT);
    for (int row = 0; row < entries.size(); row++) {
      PlottedRun entry = entries.get(row);
      rows.name(svg, row, entry);
      rows.figure(svg, row, "%,d retries".formatted(entry.shape().retries()));
      int before = 0;
      for (PlottedRun.Outcome outcome : entry.shape().outcomes()) {
        if (outcome.count() > 0) {
          double x = scale.at(before);
          double width = scale.at(before + outcome.count()) - x;
          svg.rect(
              new Svg.Box(x, rows.top(row) + 5, width - 1, HEIGHT - 10),
              "fill " + outcome.name(),
              "%s: %,d %s".formatted(entry.name(), outcome.count(), outcome.name()));
          if (width > 34) {
            svg.text(
                x + 6,
                rows.middle(row) + 4,
                "small paper strong",
                "%,d".formatted(outcome.count()));
          }
          before += outcome.count();
        }
      }
    }
    legend(svg, rows.top(entries.size()) + 18, entries.getFirst().shape().outcomes());
    return Drawing.of("endings", title, svg);
  }

  private static void legend(Svg svg, double y, List<PlottedRun.Outcome> outcomes) {
    double x = RowLayout.LEFT;
    for (PlottedRun.Outcome outcome : outcomes) {
      svg.rect(new Svg.Box(x, y - 9, 10, 10), "fill " + outcome.name(), "");
      svg.text(x + 15, y, "soft small", outcome.name());
      x += 34 + outcome.name().length() * LETTER;
    }
  }
}
