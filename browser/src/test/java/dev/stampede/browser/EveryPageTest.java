package dev.stampede.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every page of buyers and of operators, looked at in every way. */
final class EveryPageTest extends OpenShop {

  private static PageCheck gallery;

  @BeforeAll
  static void openGallery() {
    gallery = new PageCheck();
  }

  @Test
  void everyPageIsGoodInTheLightOnADesktop() throws Exception {
    tour(DisplayMode.DESKTOP_LIGHT);
  }

  @Test
  void everyPageIsGoodInTheDarkOnADesktop() throws Exception {
    tour(DisplayMode.DESKTOP_DARK);
  }

  @Test
  void everyPageIsGoodInTheLightOnAPhone() throws Exception {
    tour(DisplayMode.PHONE_LIGHT);
  }

  @Test
  void everyPageIsGoodInTheDarkOnAPhone() throws Exception {
    tour(DisplayMode.PHONE_DARK);
  }

  private static void tour(DisplayMode look) throws Exception {
    buyersTour(look);
    operatorsTour(look);
  }

  private static void buyersTour(DisplayMode look) throws Exception {
    String sold = shop.show("");
    String soon =
        shop.show(
            """
            "saleOpensAt":"2098-12-31T10:00:00Z",
            "waitingRoom":{"enabled":true,"admitPerSecond":5,"shuffleEarly":true}""");
    String full = shop.show("\"waitingRoom\":{\"enabled\":true,\"admitPerSecond\":0}");
    try (BrowserUser buyer = chromium.visitor(shop, look.options())) {
      buyer.opens("/").sees("Opening night");
      gallery.check(buyer, look, "shows");
      buyer.opens("/shows/" + soon).sees("The sale opens");
      gallery.check(buyer, look, "show");
      buyer.opens("/shows/" + soon + "/wait").sees("You are early");
      gallery.check(buyer, look, "early");
      buyer.opens("/shows/" + full + "/wait").standsAt(1).presses("Give up my place");
      gallery.check(buyer, look, "wait");
      buyer.opens("/shows/" + sold + "/seats").sees("Choose your seats");
      buyer.page().locator("canvas.seat-map").focus();
      buyer.types("ArrowRight", "Enter", "ArrowRight", "Enter").sees("2 seats");
      gallery.check(buyer, look, "map");
      buyer.asList().seesSeat("A, row 1, seat 1");
      gallery.check(buyer, look, "list");
      buyer.presses("Hold these seats").sees("Missing");
      gallery.check(buyer, look, "checkout");
      buyer.presses("Add 240").presses("Pay 240").sees("Done.");
      buyer.presses("Cancel this booking");
      gallery.check(buyer, look, "booking");
      buyer.opens("/bookings").sees("2 seats");
      gallery.check(buyer, look, "bookings");
      buyer.opens("/wallet").sees("Statement");
      gallery.check(buyer, look, "wallet");
      buyer.opens("/holds/no-such").sees("Not found");
      gallery.check(buyer, look, "nothing");
      assertThat(buyer.broken()).isEmpty();
    }
  }

  private static void operatorsTour(DisplayMode look) throws Exception {
    String show = shop.show("\"waitingRoom\":{\"enabled\":true,\"admitPerSecond\":0}");
    String open = shop.show("");
    String buyer = "zoe-" + look;
    var _ = shop.booking(buyer, open, "A-1-1");
    var _ = shop.hold(buyer, open, "A-1-2");
    var _ = shop.asBuyer(buyer, "POST", "/shows/" + show + "/queue", "{}");
    try (BrowserUser operator = chromium.visitor(shop, look.options())) {
      operator.opens("/console").sees("Opening night");
      gallery.check(operator, look, "console-shows");
      operator.opens("/console/new").sees("Preview").presses("Add a section");
      operator.fills("Name", 0, "The long night").fills("Name", 2, "A").presses("Create the show");
      operator.sees(".error", "names are unique");
      gallery.check(operator, look, "console-new");
      operator.opens("/console/shows/" + show).seesLive(true).seesTile("waiting", "1");
      gallery.check(operator, look, "console-show");
      operator.opens("/console/shows/" + open).seesLive(true).presses("Extend all holds");
      gallery.check(operator, look, "console-asked");
      operator.opens("/console/buyers/" + buyer).sees("A-1-2");
      gallery.check(operator, look, "console-buyer");
      operator.opens("/console#token=" + shop.token("bert", "buyer")).sees("lacks the role");
      gallery.check(operator, look, "console-no-role");
      assertThat(operator.broken()).isEmpty();
    }
  }
}
