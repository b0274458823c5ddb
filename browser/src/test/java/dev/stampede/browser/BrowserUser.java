package dev.stampede.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.SelectOption;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/** A person in front of a page, and what they can do there. */
final class BrowserUser implements AutoCloseable {

  /** Two cores may be busy with other tests. */
  static final double PATIENCE_MILLIS = 30_000;

  private static final int MOST_TABS = 60;
  private static final String NAME_OF_FOCUSED =
      """
      () => {
        const at = document.activeElement;
        return at.ariaLabel ?? at.labels?.[0]?.innerText ?? at.innerText ?? "";
      }""";

  private final BrowserContext context;
  private final Page page;
  private final List<String> broken = new CopyOnWriteArrayList<>();

  BrowserUser(BrowserContext context) {
    this.context = context;
    page = context.newPage();
    page.onPageError(broken::add);
    page.onConsoleMessage(
        message -> {
          if (message.text().contains("Content Security Policy")) {
            broken.add(message.text());
          }
        });
  }

  Page page() {
    return page;
  }

  BrowserUser opens(String path) {
    page.navigate(path);
    return this;
  }

  BrowserUser reloads() {
    page.reload();
    return this;
  }

  BrowserUser presses(String button) {
    page.getByRole(
            AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^" + button)))
        .click();
    return this;
  }

  BrowserUser follows(String link) {
    page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(Pattern.compile("^" + link)))
        .first()
        .click();
    return this;
  }

  BrowserUser fills(String label, String value) {
    page.getByLabel(label, new Page.GetByLabelOptions().setExact(true)).fill(value);
    return this;
  }

  /** Of several fields with the same label the one with this number, from 0. */
  BrowserUser fills(String label, int number, String value) {
    page.getByLabel(label, new Page.GetByLabelOptions().setExact(true)).nth(number).fill(value);
    return this;
  }

  BrowserUser chooses(String label, int number, String option) {
    page.getByLabel(label, new Page.GetByLabelOptions().setExact(true))
        .nth(number)
        .selectOption(new SelectOption().setLabel(option));
    return this;
  }

  BrowserUser types(String... keys) {
    for (String key : keys) {
      page.keyboard().press(key);
    }
    return this;
  }

  /** Presses Tab until the focus is on what is called so, as those do who have no mouse. */
  BrowserUser tabsTo(String name) {
    for (int i = 0; i < MOST_TABS; i++) {
      page.keyboard().press("Tab");
      if (page.evaluate(NAME_OF_FOCUSED).toString().strip().startsWith(name)) {
        return this;
      }
    }
    throw new AssertionError(name + " was not reached with " + MOST_TABS + " tabs");
  }

  /** Waits until this can be read somewhere on the page. */
  BrowserUser sees(String text) {
    assertThat(page.locator("#main").getByText(text).first()).isVisible(soon());
    return this;
  }

  /** Waits until this can be read nowhere, on a page that is there. */
  BrowserUser doesNotSeeAnyMore(String text) {
    assertThat(page.locator("#main h1").first()).isVisible(soon());
    assertThat(page.locator("#main").getByText(text))
        .hasCount(0, new LocatorAssertions.HasCountOptions().setTimeout(PATIENCE_MILLIS));
    return this;
  }

  /** Waits until what is found so holds this text. */
  BrowserUser sees(String selector, String text) {
    assertThat(page.locator(selector))
        .containsText(
            text, new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MILLIS));
    return this;
  }

  /** Waits until this number of the console begins like this. */
  BrowserUser seesTile(String name, String value) {
    assertThat(page.locator("[data-tile='%s'] strong".formatted(name)))
        .hasText(value, new LocatorAssertions.HasTextOptions().setTimeout(PATIENCE_MILLIS));
    return this;
  }

  /** Waits until the console says that its numbers are live, or that they are not. */
  BrowserUser seesLive(boolean live) {
    assertThat(page.locator("[data-live='%s']".formatted(live))).isVisible(soon());
    return this;
  }

  /** Waits until the address ends like this. */
  BrowserUser arrivesAt(String path) {
    page.waitForURL(
        Pattern.compile(path + "$"), new Page.WaitForURLOptions().setTimeout(PATIENCE_MILLIS));
    return this;
  }

  /** Waits until this is the position that the waiting room shows. */
  BrowserUser standsAt(int position) {
    assertThat(page.locator("[data-position='%d']".formatted(position))).isVisible(soon());
    return this;
  }

  BrowserUser asList() {
    page.getByLabel("List", new Page.GetByLabelOptions().setExact(true)).check();
    return this;
  }

  Locator seat(String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^" + name + ",")));
  }

  BrowserUser seesSeat(String name) {
    assertThat(seat(name)).isVisible(soon());
    return this;
  }

  BrowserUser takes(String seat) {
    seat(seat).click();
    assertThat(seat(seat)).hasAttribute("aria-pressed", "true");
    return this;
  }

  private static LocatorAssertions.IsVisibleOptions soon() {
    return new LocatorAssertions.IsVisibleOptions().setTimeout(PATIENCE_MILLIS);
  }

  /** Scripts that broke, and what the page was not allowed to load. */
  List<String> broken() {
    return broken;
  }

  @Override
  public void close() {
    context.close();
  }
}
