package dev.stampede.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every page, light and dark, wide and on the smallest phone: can be read by all, fits, and breaks
 * nothing. The pictures are left in {@code target/screenshots} to be looked at.
 */
final class EveryPageTest {

  private static final Path PICTURES = Path.of("target", "screenshots");

  private static Chromium chromium;
  private static Shop shop;
  private static Axe axe;

  /** One way of looking at the pages. */
  private record Look(String name, int width, int height, ColorScheme scheme) {

    Browser.NewContextOptions options() {
      return new Browser.NewContextOptions().setViewportSize(width, height).setColorScheme(scheme);
    }
  }

  @BeforeAll
  static void start() {
    chromium = Chromium.start();
    shop = new Shop();
    axe = new Axe();
  }

  @AfterAll
  static void stop() {
    // Neither is there where there is no browser.
    if (shop != null) {
      shop.close();
      chromium.close();
    }
  }

  @Test
  void inTheLightOnADesk() throws Exception {
    tour(new Look("desk-light", 1280, 860, ColorScheme.LIGHT));
  }

  @Test
  void inTheDarkOnADesk() throws Exception {
    tour(new Look("desk-dark", 1280, 860, ColorScheme.DARK));
  }

  @Test
  void inTheLightOnAPhone() throws Exception {
    tour(new Look("phone-light", 360, 740, ColorScheme.LIGHT));
  }

  @Test
  void inTheDarkOnAPhone() throws Exception {
    tour(new Look("phone-dark", 360, 740, ColorScheme.DARK));
  }

  private static void tour(Look look) throws Exception {
    String sold = shop.show("");
    String soon =
        shop.show(
            """
            "saleOpensAt":"2098-12-31T10:00:00Z",
            "waitingRoom":{"enabled":true,"admitPerSecond":5,"shuffleEarly":true}""");
    String full = shop.show("\"waitingRoom\":{\"enabled\":true,\"admitPerSecond\":0}");
    try (Visitor buyer = chromium.visitor(shop, look.options())) {
      buyer.opens("/").sees("Opening night");
      check(buyer, look, "shows");
      buyer.opens("/shows/" + soon).sees("The sale opens");
      check(buyer, look, "show");
      buyer.opens("/shows/" + soon + "/wait").sees("You are early");
      check(buyer, look, "early");
      buyer.opens("/shows/" + full + "/wait").standsAt(1).presses("Give up my place");
      check(buyer, look, "wait");
      buyer.opens("/shows/" + sold + "/seats").sees("Choose your seats");
      buyer.page().locator("canvas.seat-map").focus();
      buyer.types("ArrowRight", "Enter", "ArrowRight", "Enter").sees("2 seats");
      check(buyer, look, "map");
      buyer.asList().seesSeat("A, row 1, seat 1");
      check(buyer, look, "list");
      buyer.presses("Hold these seats").sees("Missing");
      check(buyer, look, "checkout");
      buyer.presses("Add 240").presses("Pay 240").sees("Done.");
      buyer.presses("Cancel this booking");
      check(buyer, look, "booking");
      buyer.opens("/bookings").sees("2 seats");
      check(buyer, look, "bookings");
      buyer.opens("/wallet").sees("Statement");
      check(buyer, look, "wallet");
      buyer.opens("/holds/no-such").sees("There is nothing here");
      check(buyer, look, "nothing");
      assertThat(buyer.broken()).isEmpty();
    }
  }

  private static void check(Visitor buyer, Look look, String name) {
    Page page = buyer.page();
    String picture = name + "-" + look.name() + ".png";
    var _ =
        page.screenshot(
            new Page.ScreenshotOptions().setPath(PICTURES.resolve(picture)).setFullPage(true));
    assertThat(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
        .as("%s fits into the width of %s", name, look.name())
        .isEqualTo(true);
    assertThat(axe.findings(page)).as("%s, %s", name, look.name()).isEmpty();
  }
}
