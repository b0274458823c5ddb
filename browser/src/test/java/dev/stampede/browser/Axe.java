package dev.stampede.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;

/** Finds the accessibility problems of a page with axe-core. */
final class Axe {

  private static final String RUN =
      """
      async () => {
        const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
        const found = await axe.run(document, { runOnly: tags });
        return found.violations
          .filter(({ impact }) => impact === "serious" || impact === "critical")
          .map(({ id, nodes }) => id + ": " + nodes.map(({ html, failureSummary }) =>
            html + " " + failureSummary).join(" | "));
      }""";

  private final String script;

  Axe() {
    Properties jar = new Properties();
    try (InputStream in = resource("META-INF/maven/org.webjars.npm/axe-core/pom.properties")) {
      jar.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String folder = "META-INF/resources/webjars/axe-core/" + jar.getProperty("version");
    try (InputStream in = resource(folder + "/axe.min.js")) {
      script = new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream resource(String name) {
    InputStream in = Axe.class.getClassLoader().getResourceAsStream(name);
    if (in == null) {
      throw new AssertionError(name + " is missing from the classpath");
    }
    return in;
  }

  /** The serious findings. */
  List<String> findings(Page page) {
    if (Boolean.FALSE.equals(page.evaluate("() => 'axe' in window"))) {
      // Not as an element of the page: that the page itself may not have scripts of others.
      var _ = page.evaluate("() => { " + script + " }");
    }
    return ((List<?>) page.evaluate(RUN)).stream().map(String::valueOf).toList();
  }
}
