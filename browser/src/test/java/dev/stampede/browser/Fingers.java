package dev.stampede.browser;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import dev.stampede.testkit.Eventually;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fingers on the middle of something, as the browser gets them from a touch screen. */
final class Fingers {

  private static final Duration PATIENCE = Duration.ofMillis((long) BrowserUser.PATIENCE_MILLIS);
  private static final String IS_PAINTED =
      "() => performance.getEntriesByName('seat-map-painted').length > 0";
  private static final int STEPS = 10;
  private static final Pattern SEAT = Pattern.compile("A, row \\d+, seat (\\d+)");

  private final Page page;
  private final CDPSession device;
  private final double x;
  private final double y;

  Fingers(Page page, Locator on) {
    this.page = page;
    this.device = page.context().newCDPSession(page);
    // Before it was painted for the first time the map has no size that fingers could change.
    Eventually.within(PATIENCE)
        .until("the map is painted", () -> Boolean.TRUE.equals(page.evaluate(IS_PAINTED)));
    on.scrollIntoViewIfNeeded();
    BoundingBox box = on.boundingBox();
    this.x = box.x + box.width / 2;
    this.y = box.y + box.height / 2;
  }

  /** A small phone. */
  static Browser.NewContextOptions phone() {
    return new Browser.NewContextOptions().setViewportSize(360, 740).setHasTouch(true);
  }

  void tap() {
    page.touchscreen().tap(x, y);
  }

  /** Two fingers, side by side, from so far apart to so far. */
  void spread(double from, double to) {
    for (int step = 0; step <= STEPS; step++) {
      double half = (from + (to - from) * step / STEPS) / 2;
      touch(step == 0 ? "touchStart" : "touchMove", x - half, x + half);
    }
    touch("touchEnd");
  }

  /** One finger, from the middle so far to the right. */
  void drag(double distance) {
    for (int step = 0; step <= STEPS; step++) {
      touch(step == 0 ? "touchStart" : "touchMove", x + distance * step / STEPS);
    }
    touch("touchEnd");
  }

  private void touch(String type, double... where) {
    JsonArray points = new JsonArray();
    for (int i = 0; i < where.length; i++) {
      JsonObject point = new JsonObject();
      point.addProperty("id", i);
      point.addProperty("x", where[i]);
      point.addProperty("y", y);
      points.add(point);
    }
    JsonObject event = new JsonObject();
    event.addProperty("type", type);
    event.add("touchPoints", points);
    var _ = device.send("Input.dispatchTouchEvent", event);
  }

  /** The number in its row of the one seat that is chosen. */
  static int seatNumber(BrowserUser buyer) {
    Matcher seat = SEAT.matcher(buyer.page().locator(".bar-text").innerText());
    if (!seat.find()) {
      throw new AssertionError("no seat is chosen");
    }
    return Integer.parseInt(seat.group(1));
  }
}
