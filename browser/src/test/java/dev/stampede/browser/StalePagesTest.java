package dev.stampede.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests the pages while the database is away: they show what the server has in memory, and that it
 * is old.
 *
 * <p>Seen to fail where a seat map that had become old kept its ETag: the browser showed the one it
 * had from before, and did not say so.
 */
final class StalePagesTest extends OpenShop {

  private static final String OLD = "This page shows the last known state";

  @Test
  void everyPageThatShowsOldThingsSaysSoUntilTheyAreNew() throws Exception {
    String show = shop.show("");
    String seats = "/shows/" + show + "/seats";
    List<String> pages = List.of("/shows/" + show, seats, "/bookings", "/");
    try (BrowserUser buyer = chromium.visitor(shop)) {
      buyer.opens("/").follows("Opening night").sees("Prices");
      buyer.opens(seats).asList().takes("A, row 1, seat 5");
      buyer.opens("/bookings").sees("My bookings");
      assertThat(buyer.page().content()).doesNotContain(OLD);

      buyer.opens(seats).sees("Choose your seats");
      shop.loseDatabase();
      // A buyer who was there before is told when they try to get something.
      buyer.presses("Hold these seats").sees(OLD);
      shop.awaitAway(show);
      for (String page : pages) {
        buyer.opens(page).sees(OLD);
      }

      shop.findDatabase();
      // The last of them finds out by itself.
      buyer.doesNotSeeAnyMore(OLD);
      for (String page : pages) {
        buyer.opens(page).doesNotSeeAnyMore(OLD);
      }
      assertThat(buyer.broken()).isEmpty();
    }
  }
}
