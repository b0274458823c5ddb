package dev.stampede.prove.report;

import java.util.List;
import java.util.Locale;

/** Builds the parts of an HTML page; every text is escaped. */
final class Html {

  private final StringBuilder page = new StringBuilder(64 * 1024);

  /** Appends markup as it is. */
  Html raw(String markup) {
    page.append(markup);
    return this;
  }

  Html heading(String text) {
    return raw("<h2>").text(text).raw("</h2>\n");
  }

  Html paragraph(String text) {
    return raw("<p>").text(text).raw("</p>\n");
  }

  /** Appends a table; a cell that begins with a digit or a sign is set to the right. */
  Html table(List<String> heads, List<List<String>> rows) {
    raw("<table><thead><tr>");
    heads.forEach(head -> raw("<th>").text(head).raw("</th>"));
    raw("</tr></thead><tbody>\n");
    for (List<String> row : rows) {
      raw("<tr>");
      row.forEach(
          cell -> raw(isNumber(cell) ? "<td class=\"n\">" : "<td>").text(cell).raw("</td>"));
      raw("</tr>\n");
    }
    return raw("</tbody></table>\n");
  }

  private static boolean isNumber(String cell) {
    return !cell.isEmpty() && (Character.isDigit(cell.charAt(0)) || cell.equals("–"));
  }

  Html text(String text) {
    page.append(escaped(text));
    return this;
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** A number with at most one decimal, its thousands apart. */
  static String number(double value) {
    return value == Math.rint(value) || value >= 100
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%,.1f", value);
  }

  /** A whole number, its thousands apart. */
  static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** A duration in the unit that suits it. */
  static String micros(long micros) {
    if (micros < 1000) {
      return micros + " µs";
    }
    return micros < 1_000_000
        ? number(micros / 1000.0) + " ms"
        : number(micros / 1_000_000.0) + " s";
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
