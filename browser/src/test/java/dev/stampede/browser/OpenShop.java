package dev.stampede.browser;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** For all tests of a class: a shop that is open, and a browser to visit it with. */
abstract class OpenShop {

  static Chromium chromium;
  static Shop shop;

  @BeforeAll
  static void open() {
    chromium = Chromium.start();
    shop = new Shop();
  }

  @AfterAll
  static void close() {
    // Neither is there where there is no browser.
    if (shop != null) {
      shop.close();
      chromium.close();
    }
  }
}
