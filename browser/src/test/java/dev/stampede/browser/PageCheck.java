package dev.stampede.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.nio.file.Path;

/**
 * Looks at a page: it fits into the width, and axe finds nothing serious. The long form leaves
 * pictures in {@code browser/target/screenshots}, for people.
 */
final class PageCheck {

  private static final Path PICTURES =
      Path.of(System.getProperty("stampede.root", ".."), "browser", "target", "screenshots");

  private static final boolean LONG = Boolean.getBoolean("stampede.long");

  private final Axe axe = new Axe();

  void check(BrowserUser visitor, DisplayMode look, String name) {
    Page page = visitor.page();
    if (LONG) {
      Path picture = PICTURES.resolve(name + "-" + look + ".png");
      var _ = page.screenshot(new Page.ScreenshotOptions().setPath(picture).setFullPage(true));
    }
    assertThat(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
        .as("%s fits into the width of %s", name, look)
        .isEqualTo(true);
    assertThat(axe.findings(page)).as("%s, %s", name, look).isEmpty();
  }
}
