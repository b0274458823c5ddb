package dev.stampede.bench.pages;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The browser that is installed on this machine. None is fetched from anywhere. */
final class BenchChromium implements AutoCloseable {

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final double PATIENCE_MILLIS = 30_000;
  private static final int WIDTH = 1280;
  private static final int HEIGHT = 860;

  private final Playwright playwright;
  private final Browser browser;

  private BenchChromium(Path executable) {
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

  static BenchChromium start() {
    return new BenchChromium(
        installed()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "none of %s is on the PATH; install one, for example with apt-get install chromium"
                            .formatted(NAMES))));
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

  /** A browser that has never been anywhere. */
  BrowserContext visitor(String address) {
    BrowserContext context =
        browser.newContext(
            new Browser.NewContextOptions().setViewportSize(WIDTH, HEIGHT).setBaseURL(address));
    context.setDefaultTimeout(PATIENCE_MILLIS);
    return context;
  }

  String version() {
    return browser.version();
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
