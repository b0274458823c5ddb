package dev.stampede.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.stampede.harness.InstalledChromium;
import org.junit.jupiter.api.Assumptions;

/** The installed browser, and the people who visit a shop with it. */
final class Chromium implements AutoCloseable {

  private final InstalledChromium browser = InstalledChromium.start();

  private Chromium() {}

  /** Starts it; without one the test is skipped and says so, but where CI runs it fails. */
  static Chromium start() {
    if (!InstalledChromium.isPresent()) {
      String missing = "browser tests were not run: " + InstalledChromium.MISSING;
      if ("true".equals(System.getenv("CI"))) {
        throw new AssertionError(missing);
      }
      Assumptions.abort(missing);
    }
    // What is not told how long to wait waits for five seconds, which is short on busy cores.
    PlaywrightAssertions.setDefaultAssertionTimeout(BrowserUser.PATIENCE_MILLIS);
    return new Chromium();
  }

  /** Somebody with a browser of their own, who shares nothing with anybody else. */
  BrowserUser visitor(Shop shop) {
    return new BrowserUser(browser.visitor(shop.address()));
  }

  BrowserUser visitor(Shop shop, Browser.NewContextOptions options) {
    return new BrowserUser(browser.visitor(shop.address(), options));
  }

  @Override
  public void close() {
    browser.close();
  }
}
