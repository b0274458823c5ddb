package dev.stampede.bench.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The scripts that run within a page; each is a file beside this class. */
enum PageScript {
  SHOWN("shown.js"),
  FIRST_PAINT("first-paint.js"),
  TIME_PAINTER("time-painter.js"),
  FRAMES("frames.js"),
  MOVE_CANVAS("move-canvas.js"),
  SVG("svg.js");

  private final String file;

  PageScript(String file) {
    this.file = file;
  }

  String text() {
    try (InputStream in = PageScript.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is not on the classpath");
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }
}
