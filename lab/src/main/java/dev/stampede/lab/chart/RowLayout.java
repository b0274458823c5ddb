package dev.stampede.lab.chart;

/** The layout of a plot with one row for each run: names left, a field, figures right. */
final class RowLayout {

  static final int WIDTH = 900;
  static final int LEFT = 160;
  static final int RIGHT = 750;

  private static final int TOP = 34;
  private static final int FOOT = 34;

  private final int height;

  RowLayout(int height) {
    this.height = height;
  }

  Svg begin(int count, String title) {
    Svg svg = new Svg(WIDTH, TOP + count * height + FOOT, title);
    svg.text(0, 16, "head", title);
    for (int row = 0; row < count; row += 2) {
      svg.rect(new Svg.Box(0, top(row), WIDTH, height), "band", "");
    }
    return svg;
  }

  double top(int row) {
    return TOP + (double) row * height;
  }

  double middle(int row) {
    return top(row) + height / 2.0;
  }

  void name(Svg svg, int row, PlottedRun entry) {
    svg.text(LEFT - 10.0, middle(row) + 4, "end tint strong " + entry.classes(), entry.name());
  }

  void figure(Svg svg, int row, String text) {
    svg.text(WIDTH - 6.0, middle(row) + 4, "end soft small", text);
  }

  void axis(Svg svg, int count, Scale scale, String unit) {
    double bottom = top(count);
    for (double tick : scale.ticks()) {
      double x = scale.at(tick);
      svg.line(x, TOP, x, bottom, "grid");
      svg.text(x, bottom + 15, "mid soft small", Scale.shown(tick));
    }
    svg.text((LEFT + RIGHT) / 2.0, bottom + 30, "mid soft small", unit);
  }
}
