package dev.stampede.lab.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Draws how a figure changes with a setting: a curve for each way, its name at its end. */
public final class CurvesPlot {

  private static final int WIDTH = 900;
  private static final int HEIGHT = 380;
  private static final int LEFT = 60;
  private static final int RIGHT = 740;
  private static final int TOP = 36;
  private static final int BOTTOM = 330;
  private static final int BETWEEN_NAMES = 14;

  /** Values at which curves are so far apart that even steps would hide the small ones. */
  private static final double WIDE = 20;

  /** A curve's point. */
  public record Point(double x, double y) {}

  /** One way's points, in the order of x. */
  public record Curve(String name, String classes, List<Point> points) {
    public Curve {
      points = List.copyOf(points);
    }
  }

  /** The name and title of the plot, and the names of its axes. */
  public record Labels(String name, String title, String x, String y) {}

  private CurvesPlot() {}

  public static Drawing of(Labels labels, List<Curve> curves) {
    Svg svg = new Svg(WIDTH, HEIGHT, labels.title());
    svg.text(0, 16, "head", labels.title());
    Scale xs =
        scale(
            curves.stream().flatMap(c -> c.points().stream()).mapToDouble(Point::x).toArray(),
            LEFT,
            RIGHT);
    Scale ys =
        scale(
            curves.stream().flatMap(c -> c.points().stream()).mapToDouble(Point::y).toArray(),
            BOTTOM,
            TOP);
    axes(svg, xs, ys, labels, curves);
    for (Curve curve : curves) {
      StringBuilder path = new StringBuilder();
      for (Point point : curve.points()) {
        path.append(
            LatencyPlot.move(path.isEmpty() ? "M" : "L", xs.at(point.x()), ys.at(point.y())));
      }
      svg.path(path.toString(), "curve stroke " + curve.classes());
      for (Point point : curve.points()) {
        svg.dot(
            xs.at(point.x()),
            ys.at(point.y()),
            3,
            "fill " + curve.classes(),
            "%s at %s: %s".formatted(curve.name(), Scale.shown(point.x()), Scale.shown(point.y())));
      }
    }
    names(svg, ys, curves);
    return Drawing.of(labels.name(), labels.title(), svg);
  }

  /** By the logarithm where values are far apart and none is nothing. */
  private static Scale scale(double[] values, double from, double to) {
    double low = Double.MAX_VALUE;
    double high = 0;
    for (double value : values) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    return values.length > 0 && low > 0 && high / low > WIDE
        ? Scale.log(low, high, from, to)
        : Scale.even(high, from, to);
  }

  private static void axes(Svg svg, Scale xs, Scale ys, Labels labels, List<Curve> curves) {
    for (double tick : ys.ticks()) {
      svg.line(LEFT, ys.at(tick), RIGHT, ys.at(tick), "grid");
      svg.text(LEFT - 8.0, ys.at(tick) + 4, "end soft small", Scale.shown(tick));
    }
    svg.line(LEFT, BOTTOM, RIGHT, BOTTOM, "axis");
    curves.stream()
        .flatMap(curve -> curve.points().stream())
        .mapToDouble(Point::x)
        .distinct()
        .forEach(
            x -> {
              svg.line(xs.at(x), BOTTOM, xs.at(x), BOTTOM + 4.0, "axis");
              svg.text(xs.at(x), BOTTOM + 18.0, "mid soft small", Scale.shown(x));
            });
    svg.text((LEFT + RIGHT) / 2.0, BOTTOM + 38.0, "mid soft small", labels.x());
    svg.text(LEFT, TOP - 6.0, "soft small", labels.y());
  }

  /** At the ends of their curves, pushed apart so that each can be read. */
  private static void names(Svg svg, Scale ys, List<Curve> curves) {
    List<Curve> ending =
        new ArrayList<>(curves.stream().filter(c -> !c.points().isEmpty()).toList());
    ending.sort(Comparator.comparingDouble(curve -> ys.at(curve.points().getLast().y())));
    double room = (double) BETWEEN_NAMES * ending.size();
    double next = TOP;
    for (int i = 0; i < ending.size(); i++) {
      Curve curve = ending.get(i);
      double wanted = ys.at(curve.points().getLast().y());
      double latest = BOTTOM + 10 - room + (double) BETWEEN_NAMES * i;
      double y = Math.max(next, Math.min(wanted, Math.max(latest, next)));
      svg.text(RIGHT + 12.0, y + 4, "small tint strong " + curve.classes(), curve.name());
      next = y + BETWEEN_NAMES;
    }
  }
}
