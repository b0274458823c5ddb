package dev.stampede.prove.report;

import dev.stampede.prove.history.RecordedFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A drawing of a run as SVG: calls, changes and failures of each second, their latencies, and below
 * them every fault as a bar.
 */
final class RunChart {

  private static final int WIDTH = 1000;
  private static final int LEFT = 60;
  private static final int PLOT = 160;
  private static final int GAP = 40;
  private static final int LANE = 9;

  /** More lanes than these are drawn over each other; so many faults are never active at once. */
  private static final int MOST_LANES = 24;

  private static final double SLOWEST_MICROS = 60_000_000;
  private static final double FASTEST_MICROS = 1_000;

  private final List<CallCount> seconds;
  private final List<RecordedFault> faults;
  private final StringBuilder svg = new StringBuilder(64 * 1024);

  private RunChart(List<CallCount> seconds, List<RecordedFault> faults) {
    this.seconds = seconds;
    this.faults = faults;
  }

  static String of(List<CallCount> seconds, List<RecordedFault> faults) {
    return new RunChart(seconds, faults).draw();
  }

  private String draw() {
    List<List<RecordedFault>> lanes = lanes();
    int height = 2 * (PLOT + GAP) + lanes.size() * LANE + GAP;
    line(
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"calls and faults over time\">",
        WIDTH, height);
    double most = Math.max(1, seconds.stream().mapToLong(CallCount::calls).max().orElse(1));
    frame(0, "per second", Html.number(most), "0");
    curve(0, "calls", second -> second.calls() / most);
    curve(0, "changes", second -> second.acknowledged() / most);
    curve(0, "failures", second -> second.failed() / most);
    frame(PLOT + GAP, "latency", "60 s", "1 ms");
    curve(PLOT + GAP, "p99", second -> logarithm(second.p99Micros()));
    curve(PLOT + GAP, "p50", second -> logarithm(second.p50Micros()));
    bars(2 * (PLOT + GAP), lanes);
    axis(height - 8);
    return svg.append("</svg>\n").toString();
  }

  private void frame(int top, String title, String most, String least) {
    line(
        "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
        LEFT, top + 14, WIDTH - LEFT, PLOT);
    line("<text x=\"%d\" y=\"%d\">%s</text>", LEFT, top + 10, title);
    line("<text class=\"end\" x=\"%d\" y=\"%d\">%s</text>", LEFT - 4, top + 24, most);
    line("<text class=\"end\" x=\"%d\" y=\"%d\">%s</text>", LEFT - 4, top + 14 + PLOT, least);
  }

  private void curve(int top, String name, ToDoubleFunction<CallCount> share) {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < seconds.size(); i++) {
      double up = Math.clamp(share.applyAsDouble(seconds.get(i)), 0, 1);
      points.append(
          String.format(Locale.ROOT, "%.1f,%.1f ", x(i * 1e6), top + 14 + PLOT * (1 - up)));
    }
    line("<polyline class=\"%s\" points=\"%s\"><title>%s</title></polyline>", name, points, name);
  }

  private void bars(int top, List<List<RecordedFault>> lanes) {
    line("<text x=\"%d\" y=\"%d\">faults</text>", LEFT, top + 4);
    for (int lane = 0; lane < lanes.size(); lane++) {
      for (RecordedFault fault : lanes.get(lane)) {
        double from = x((double) fault.beganMicros());
        double width = Math.max(2, x((double) fault.endedMicros()) - from);
        line(
            "<rect class=\"fault\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"><title>%s %s %s</title></rect>",
            from,
            top + 8 + lane * LANE,
            width,
            LANE - 2,
            Html.escaped(fault.kind()),
            Html.escaped(fault.target()),
            Html.escaped(fault.detail()));
      }
    }
  }

  private void axis(int y) {
    int step = Math.max(1, seconds.size() / 10);
    for (int second = 0; second < seconds.size(); second += step) {
      line("<text x=\"%.1f\" y=\"%d\">%d s</text>", x(second * 1e6), y, second);
    }
  }

  /** Puts each fault into the first lane that is free when it begins. */
  private List<List<RecordedFault>> lanes() {
    List<List<RecordedFault>> lanes = new ArrayList<>();
    List<RecordedFault> byTime = new ArrayList<>(faults);
    byTime.sort((a, b) -> Long.compare(a.beganMicros(), b.beganMicros()));
    for (RecordedFault fault : byTime) {
      int lane = 0;
      while (lane < lanes.size()
          && lanes.get(lane).getLast().endedMicros() >= fault.beganMicros()) {
        lane++;
      }
      if (lane == lanes.size() && lane < MOST_LANES) {
        lanes.add(new ArrayList<>());
      }
      lanes.get(Math.min(lane, lanes.size() - 1)).add(fault);
    }
    return lanes;
  }

  private double x(double micros) {
    double end = Math.max(1, seconds.size()) * 1e6;
    return LEFT + (WIDTH - LEFT) * Math.clamp(micros / end, 0, 1);
  }

  private static double logarithm(long micros) {
    return Math.log(Math.max(FASTEST_MICROS, (double) micros) / FASTEST_MICROS)
        / Math.log(SLOWEST_MICROS / FASTEST_MICROS);
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation that it wants is in no library of ours
  private void line(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
