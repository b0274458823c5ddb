package dev.stampede.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The browser that is installed on this machine. None is fetched from anywhere. */
final class Chromium implements AutoCloseable {

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private final Playwright playwright;
  private final Browser browser;

  private Chromium(Path executable) {
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(executable)
                    // Its sandbox does not work for root, which is who runs in containers.
                    .setArgs(List.of("--no-sandbox")));
  }

  /** Starts it; without one the test is skipped and says so, but where CI runs it fails. */
  static Chromium start() {
    Optional<Path> executable = installed();
    if (executable.isEmpty()) {
      String missing =
          "browser tests were not run: none of %s is on the PATH; install one, for example with apt-get install chromium"
              .formatted(NAMES);
      if ("true".equals(System.getenv("CI"))) {
        throw new AssertionError(missing);
      }
      Assumptions.abort(missing);
    }
    return new Chromium(executable.orElseThrow());
  }

  private static Optional<Path> installed() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    List<Path> folders =
        Pattern.compile(File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(path)
            .map(Path::of)
            .toList();
    return NAMES.stream()
        .flatMap(name -> folders.stream().map(folder -> folder.resolve(name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Somebody with a browser of their own, who shares nothing with anybody else. */
  BrowserUser visitor(Shop shop) {
    return visitor(shop, new Browser.NewContextOptions().setViewportSize(1280, 860));
  }

  BrowserUser visitor(Shop shop, Browser.NewContextOptions options) {
    return new BrowserUser(browser.newContext(options.setBaseURL(shop.address())));
  }

  @Override
  public void close() {
    Stream.<AutoCloseable>of(browser, playwright)
        .forEach(
            part -> {
              try {
                part.close();
              } catch (Exception e) {
                throw new IllegalStateException("the browser did not close", e);
              }
            });
  }
}
