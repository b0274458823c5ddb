package dev.stampede.lab.chart;

import java.util.List;

/** Tickets sold a second: a bar for each run, on a scale where ten times is one step. */
public final class ThroughputPlot {

  private static final int HEIGHT = 26;

  private ThroughputPlot() {}

  public static Drawing of(List<PlottedRun> entries) {
    RowLayout rows = new RowLayout(HEIGHT);
    String title = "Tickets sold a second";
    Svg svg = rows.begin(entries.size(), title);
    double[] rates =
        entries.stream()
            .mapToDouble(each -> each.shape().rate())
            .filter(rate -> rate > 0)
            .toArray();
    double least = Double.MAX_VALUE;
    double most = 0;
    for (double rate : rates) {
      least = Math.min(least, rate);
      most = Math.max(most, rate);
    }
    Scale scale =
        Scale.log(
            rates.length == 0 ? 1 : least / 2, Math.max(most, 10), RowLayout.LEFT, RowLayout.RIGHT);
    rows.axis(svg, entries.size(), scale, "tickets a second, each line ten times the one before");
    for (int row = 0; row < entries.size(); row++) {
      PlottedRun entry = entries.get(row);
      double rate = entry.shape().rate();
      rows.name(svg, row, entry);
      rows.figure(svg, row, Scale.shown(Math.rint(rate)) + " /s");
      svg.rect(
          new Svg.Box(
              RowLayout.LEFT,
              rows.top(row) + 5,
              rate > 0 ? scale.at(rate) - RowLayout.LEFT : 0,
              HEIGHT - 10),
          "fill " + entry.classes(),
          "%s: %s tickets a second".formatted(entry.name(), Scale.shown(Math.rint(rate))));
    }
    return Drawing.of("throughput", title, svg);
  }
}
