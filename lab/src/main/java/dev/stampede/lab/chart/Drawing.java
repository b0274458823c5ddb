package dev.stampede.lab.chart;

/**
 * A plot that is done.
 *
 * @param name a file could have it
 * @param inline for a page that has {@link Style#DRAWING}
 * @param standalone as a file of its own
 */
public record Drawing(String name, String title, String inline, String standalone) {

  static Drawing of(String name, String title, Svg svg) {
    return new Drawing(name, title, svg.inline(), svg.standalone());
  }
}
