package dev.stampede.server.logging;

import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * Sets how log lines look. To be called before anything logs: {@code logback.xml} reads the choice
 * once.
 */
public final class Logging {

  /** The system property that {@code logback.xml} looks at; set by hand, it wins. */
  static final String PROPERTY = "stampede.log";

  private Logging() {}

  /** Lines for people. */
  public static void text() {
    start("text");
  }

  /** One JSON object a line, for machines. */
  public static void json() {
    start("json");
  }

  private static void start(String format) {
    if (System.getProperty(PROPERTY) == null) {
      System.setProperty(PROPERTY, format);
    }
    // The web server and the PostgreSQL driver log through the JDK; this brings them home.
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
  }
}
