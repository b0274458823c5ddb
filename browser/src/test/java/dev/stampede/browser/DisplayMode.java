package dev.stampede.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.options.ColorScheme;
import java.util.Locale;

/** A way of looking at the pages: light and dark, on a desktop and on the smallest phone. */
enum DisplayMode {
  DESKTOP_LIGHT(1280, 860, ColorScheme.LIGHT),
  DESKTOP_DARK(1280, 860, ColorScheme.DARK),
  PHONE_LIGHT(360, 740, ColorScheme.LIGHT),
  PHONE_DARK(360, 740, ColorScheme.DARK);

  private final int width;
  private final int height;
  private final ColorScheme scheme;

  DisplayMode(int width, int height, ColorScheme scheme) {
    this.width = width;
    this.height = height;
    this.scheme = scheme;
  }

  Browser.NewContextOptions options() {
    return new Browser.NewContextOptions().setViewportSize(width, height).setColorScheme(scheme);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
