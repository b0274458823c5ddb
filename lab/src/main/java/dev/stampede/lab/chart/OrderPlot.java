package dev.stampede.lab.chart;

import java.util.List;
import java.util.Locale;

/** Order of service against order of arrival: a small field for each run; the diagonal is fair. */
public final class OrderPlot {

  private static final int COLUMNS = 5;
  private static final int CELL = 180;
  private static final int FIELD = 130;
  private static final int TOP = 40;
  private static final int CELL_HEIGHT = 184;
  private static final int MOST_DOTS = 400;

  private OrderPlot() {}

  public static Drawing of(List<PlottedRun> entries) {
    String title = "Order of service (upwards) against order of arrival (to the right)";
    int lines = Math.ceilDiv(entries.size(), COLUMNS);
    Svg svg = new Svg(COLUMNS * CELL, TOP + lines * CELL_HEIGHT, title);
    svg.text(0, 16, "head", title);
    for (int i = 0; i < entries.size(); i++) {
      double x = (double) (i % COLUMNS) * CELL + 20;
      int line = i / COLUMNS;
      double y = TOP + (double) line * CELL_HEIGHT;
      field(svg, x, y, entries.get(i));
    }
    return Drawing.of("order", title, svg);
  }

  private static void field(Svg svg, double x, double y, PlottedRun entry) {
    List<Integer> order = entry.shape().order();
    svg.text(x, y, "tint strong " + entry.classes(), entry.name());
    svg.rect(new Svg.Box(x, y + 8, FIELD, FIELD), "band", "");
    svg.line(x, y + 8 + FIELD, x + FIELD, y + 8, "even");
    int step = Math.max(1, Math.ceilDiv(order.size(), MOST_DOTS));
    double last = Math.max(1, order.size() - 1);
    for (int i = 0; i < order.size(); i += step) {
      svg.dot(
          x + 4 + i / last * (FIELD - 8),
          y + 8 + FIELD - 4 - order.get(i) / last * (FIELD - 8),
          order.size() > 100 ? 1.6 : 2.6,
          "dots " + entry.classes(),
          "");
    }
    svg.text(
        x,
        y + FIELD + 24,
        "soft small",
        order.size() < 2
            ? "too few to say"
            : String.format(
                Locale.ROOT,
                "%.0f %% of pairs in order",
                Math.floor(entry.shape().inOrder() * 100)));
  }
}
