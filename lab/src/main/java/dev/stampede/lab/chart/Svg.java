package dev.stampede.lab.chart;

import java.util.Locale;

/** A drawing that grows element by element; colours come from classes alone. */
final class Svg {

  private final StringBuilder body = new StringBuilder();
  private final int width;
  private final int height;
  private final String title;

  Svg(int width, int height, String title) {
    this.width = width;
    this.height = height;
    this.title = title;
  }

  void rect(Box box, String classes, String hint) {
    body.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\" class=\"%s\">%s</rect>",
            box.x(),
            box.y(),
            Math.max(0, box.width()),
            Math.max(0, box.height()),
            classes,
            hint(hint)));
  }

  void line(double x1, double y1, double x2, double y2, String classes) {
    body.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>",
            x1,
            y1,
            x2,
            y2,
            classes));
  }

  void dot(double x, double y, double radius, String classes, String hint) {
    body.append(
        String.format(
            Locale.ROOT,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" class=\"%s\">%s</circle>",
            x,
            y,
            radius,
            classes,
            hint(hint)));
  }

  void path(String commands, String classes) {
    body.append("<path d=\"%s\" class=\"%s\"/>".formatted(commands, classes));
  }

  void text(double x, double y, String classes, String text) {
    body.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">%s</text>",
            x,
            y,
            classes,
            escaped(text)));
  }

  /** Inside a page, which brings the style. */
  String inline() {
    return "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%s</svg>"
        .formatted(width, height, escaped(title), body);
  }

  /** Returns the drawing as a file of its own. */
  String standalone() {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\"><title>%s</title><style>%s</style><rect class=\"paper\" width=\"%d\" height=\"%d\"/>%s</svg>\n"
        .formatted(width, height, escaped(title), Style.DRAWING, width, height, body);
  }

  /** The title that a pointer or a screen reader finds for an element. */
  private static String hint(String text) {
    return text.isEmpty() ? "" : "<title>" + escaped(text) + "</title>";
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** A place for a rectangle. */
  record Box(double x, double y, double width, double height) {}
}
