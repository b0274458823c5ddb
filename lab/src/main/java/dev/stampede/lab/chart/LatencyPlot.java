package dev.stampede.lab.chart;

import java.util.List;
import java.util.Locale;

/**
 * Draws how long the buyers with a ticket waited for it: a hill for each run, its middle and its
 * tail marked.
 */
public final class LatencyPlot {

  private static final int HEIGHT = 34;
  private static final int BINS = 60;

  private LatencyPlot() {}

  public static Drawing of(List<PlottedRun> entries) {
    RowLayout rows = new RowLayout(HEIGHT);
    String title = "Time until a ticket was theirs";
    Svg svg = rows.begin(entries.size(), title);
    double least = Double.MAX_VALUE;
    double most = 0;
    for (PlottedRun entry : entries) {
      if (!entry.shape().millis().isEmpty()) {
        least = Math.min(least, entry.shape().millis().getFirst());
        most = Math.max(most, entry.shape().millis().getLast());
      }
    }
    Scale scale =
        Scale.log(
            most == 0 ? 1 : Math.max(least, 0.01),
            Math.max(most, 1),
            RowLayout.LEFT,
            RowLayout.RIGHT);
    rows.axis(
        svg,
        entries.size(),
        scale,
        "milliseconds, each line ten times the one before; ● half of them, | 99 of 100");
    for (int row = 0; row < entries.size(); row++) {
      PlottedRun entry = entries.get(row);
      rows.name(svg, row, entry);
      if (entry.shape().millis().isEmpty()) {
        rows.figure(svg, row, "nobody");
      } else {
        hill(svg, rows.top(row) + HEIGHT - 4, entry, scale);
        marks(svg, rows, row, entry, scale);
      }
    }
    return Drawing.of("latency", title, svg);
  }

  private static void hill(Svg svg, double ground, PlottedRun entry, Scale scale) {
    double[] counts = new double[BINS];
    double width = (scale.to() - scale.from()) / BINS;
    for (double millis : entry.shape().millis()) {
      int bin = (int) ((scale.at(millis) - scale.from()) / width);
      counts[Math.clamp(bin, 0, BINS - 1)]++;
    }
    double[] smooth = smoothed(counts);
    double highest = 0;
    for (double each : smooth) {
      highest = Math.max(highest, each);
    }
    int first = 0;
    while (smooth[first] == 0) {
      first++;
    }
    int last = BINS - 1;
    while (smooth[last] == 0) {
      last--;
    }
    StringBuilder path = new StringBuilder(move("M", scale.from() + (first - 0.5) * width, ground));
    for (int bin = first; bin <= last; bin++) {
      double y = ground - smooth[bin] / highest * (HEIGHT - 8);
      path.append(move("L", scale.from() + (bin + 0.5) * width, y));
    }
    path.append(move("L", scale.from() + (last + 1.5) * width, ground)).append('Z');
    svg.path(path.toString(), "hill " + entry.classes());
  }

  private static double[] smoothed(double[] counts) {
    double[] smooth = new double[counts.length];
    for (int i = 0; i < counts.length; i++) {
      double before = i == 0 ? 0 : counts[i - 1];
      double after = i == counts.length - 1 ? 0 : counts[i + 1];
      smooth[i] = before / 4 + counts[i] / 2 + after / 4;
    }
    return smooth;
  }

  private static void marks(Svg svg, RowLayout rows, int row, PlottedRun entry, Scale scale) {
    double middle = entry.percentile(0.5);
    double tail = entry.percentile(0.99);
    double y = rows.middle(row) + 6;
    String hint =
        "%s: half within %s ms, 99 of 100 within %s ms"
            .formatted(entry.name(), Scale.shown(middle), Scale.shown(tail));
    svg.dot(scale.at(middle), y, 4, "fill " + entry.classes(), hint);
    svg.line(scale.at(tail), y - 7, scale.at(tail), y + 7, "mark " + entry.classes());
    rows.figure(svg, row, Scale.shown(middle) + " · " + Scale.shown(tail) + " ms");
  }

  static String move(String command, double x, double y) {
    return String.format(Locale.ROOT, "%s%.1f %.1f", command, x, y);
  }
}
