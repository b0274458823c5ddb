package dev.stampede.harness;

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
public final class InstalledChromium implements AutoCloseable {

  /** The shell first: the same browser without windows, for half the processor time. */
  private static final List<String> NAMES =
      List.of(
          "chromium-headless-shell",
          "chromium",
          "chromium-browser",
          "google-chrome",
          "google-chrome-stable");

  /** Says that there is no browser, and what to do. */
  public static final String MISSING =
      "none of %s is on the PATH; install one, for example with apt-get install chromium"
          .formatted(NAMES);

  /** The processors may be busy with the server and with other tests. */
  private static final double PATIENCE_MILLIS = 30_000;

  private static final int WIDTH = 1280;
  private static final int HEIGHT = 860;

  private final Playwright playwright;
  private final Browser browser;

  private InstalledChromium(Path executable) {
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(executable)
                    // Its sandbox does not work for root, and containers run as root.
                    .setArgs(List.of("--no-sandbox")));
  }

  public static boolean isPresent() {
    return executable().isPresent();
  }

  public static InstalledChromium start() {
    return new InstalledChromium(
        executable().orElseThrow(() -> new IllegalStateException(MISSING)));
  }

  private static Optional<Path> executable() {
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

  /** A visitor of this address on a desktop, who shares nothing with other visitors. */
  public BrowserContext visitor(String address) {
    return visitor(address, new Browser.NewContextOptions().setViewportSize(WIDTH, HEIGHT));
  }

  /** The same, with another window or device. */
  public BrowserContext visitor(String address, Browser.NewContextOptions options) {
    BrowserContext context = browser.newContext(options.setBaseURL(address));
    context.setDefaultTimeout(PATIENCE_MILLIS);
    return context;
  }

  public String version() {
    return browser.version();
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
