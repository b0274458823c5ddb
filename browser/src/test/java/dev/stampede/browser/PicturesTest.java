package dev.stampede.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Takes the pictures of the documentation, from a small sale that goes on for some minutes.
 *
 * <p>Run it when the pages look different: {@code ./stampede test -- -pl browser -am
 * -Dtest=PicturesTest -Dsurefire.failIfNoSpecifiedTests=false -Dstampede.pictures=docs/pictures}
 */
@EnabledIfSystemProperty(named = "stampede.pictures", matches = ".+")
final class PicturesTest {

  private static final Path FOLDER =
      Path.of(System.getProperty("stampede.root"))
          .resolve(System.getProperty("stampede.pictures", "docs/pictures"));

  /** The size limit of a picture in the documentation. */
  private static final long MAX_BYTES = 200_000;

  /** Long enough for lines that go somewhere. */
  private static final Duration SALE = Duration.ofMinutes(4);

  private static final String SECTIONS =
      """
      {"name":"Stalls","price":120,"rows":14,"seatsPerRow":30},
      {"name":"Circle","price":80,"rows":10,"seatsPerRow":36},
      {"name":"Lawn","price":40,"capacity":200}""";

  @Test
  void aSaleWithBuyersWhoWaitChooseAndPay() throws Exception {
    try (Chromium chromium = Chromium.start();
        Shop shop = new Shop();
        BrowserUser operator = chromium.visitor(shop, DisplayMode.DESKTOP_LIGHT.options());
        BrowserUser buyer = chromium.visitor(shop, DisplayMode.DESKTOP_LIGHT.options());
        BrowserUser phone = chromium.visitor(shop, DisplayMode.PHONE_DARK.options())) {
      String show =
          shop.show(
              SECTIONS,
              """
              "holdSeconds":45,
              "waitingRoom":{"enabled":true,"admitPerSecond":1,"maxActive":200,"passSeconds":60}""");
      try (BackgroundBuyers throng = new BackgroundBuyers(shop, show)) {
        throng.comesFor(SALE);
        operator.opens("/console/shows/" + show).seesLive(true);
        operator.page().setViewportSize(1280, 1160);
        take(operator, "console.png");
        phone.opens("/shows/" + show + "/wait").sees("People ahead of you");
        take(phone, "waiting-room.png");
      }
      shop.patch(show, "{\"waitingRoom\":{\"enabled\":false}}");
      buyer.opens("/shows/" + show + "/seats").sees("Choose your seats");
      buyer.page().locator("canvas.seat-map").focus();
      buyer.types("ArrowRight", "Enter", "ArrowRight", "Enter").sees("2 seats");
      buyer.presses("Show all");
      take(buyer, "seat-map.png");
      operator.page().setViewportSize(1280, 860);
      operator.opens("/console/new").fills("Name", 0, "The long night").presses("Add a section");
      operator.chooses("Seating", 1, "Places without a map").sees("300 seats");
      operator.page().evaluate("() => scrollTo(0, 0)");
      take(operator, "new-show.png");
    }
  }

  private static void take(BrowserUser visitor, String name) throws Exception {
    Path picture = FOLDER.resolve(name);
    var _ = visitor.page().screenshot(new Page.ScreenshotOptions().setPath(picture));
    assertThat(Files.size(picture)).as(name).isLessThan(MAX_BYTES);
  }
}
