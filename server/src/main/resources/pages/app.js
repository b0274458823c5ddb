// The shell: finds the page for an address, gives it room, and shows what is always there: the way
// around, and the time that is left for seats on hold.

import * as basket from "./basket.js";
import { everySecond, until } from "./clock.js";
import { countdown } from "./format.js";
import { html, nothing, render } from "./lit-html.js";
import { loading } from "./parts.js";
import { match } from "./routes.js";
import { buyer, takeFromAddress } from "./session.js";
import { texts } from "./texts.js";

const root = document.getElementById("app");
const said = document.getElementById("said");
let page;
let opened = 0;
let drawing = false;
let shownPath;

const nobodyHome = {
  title: texts.notFound,
  view: () => html`<section class="narrow">
    <h1>${texts.notFound}</h1>
    <p><a class="button" href="/">${texts.allShows}</a></p>
  </section>`,
};

/** Draws soon, and once for however many ask. */
function update() {
  if (drawing) return;
  drawing = true;
  queueMicrotask(() => {
    drawing = false;
    draw();
  });
}

function draw() {
  render(shell(), root);
  document.title = page?.title ? `${page.title} · Stampede` : "Stampede";
  page?.drawn?.();
}

function shell() {
  const here = location.pathname;
  const link = (path, text) =>
    html`<a href=${path} aria-current=${here === path ? "page" : nothing}>${text}</a>`;
  return html`
    <a class="skip" href="#main">${texts.skip}</a>
    <header>
      <a class="brand" href="/">Stampede</a>
      <nav aria-label=${texts.mainMenu}>
        ${link("/", texts.shows)} ${link("/bookings", texts.myBookings)}
        ${link("/wallet", texts.wallet)}
      </nav>
    </header>
    ${held()}
    <main id="main" tabindex="-1">${page ? page.view() : loading()}</main>
    <footer>
      ${buyer() ? html`<span>${texts.youAre(buyer())}</span>` : nothing}
      <a href="/docs" data-outside>${texts.api}</a>
    </footer>
  `;
}

function held() {
  const first = basket.live()[0];
  if (!first) return nothing;
  const left = until(first.expiresAt);
  return html`<aside class="held ${left < 60_000 ? "soon" : ""}" aria-label=${texts.onHold}>
    <span>${texts.seatsHeld(first.seats.length)}</span>
    <strong class="time">${countdown(left)}</strong>
    ${location.pathname === "/holds/" + first.id
      ? nothing
      : html`<a class="button small" href=${"/holds/" + first.id}>${texts.checkOut}</a>`}
  </aside>`;
}

/** Tells those who do not see the page. */
function say(text) {
  said.textContent = "";
  requestAnimationFrame(() => (said.textContent = text));
}

function go(path, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  open(true);
}

async function open(byNavigation) {
  const turn = ++opened;
  shownPath = location.pathname;
  page?.close?.();
  page = undefined;
  const found = match(location.pathname);
  update();
  const next = found ? (await found.load()).open : () => nobodyHome;
  if (turn !== opened) return;
  page = next({ params: found?.params ?? {}, update, go, say });
  draw();
  if (byNavigation) {
    scrollTo(0, 0);
    document.getElementById("main").focus({ preventScroll: true });
  }
  basket.refresh();
}

/** Links within the pages do not fetch the document again. */
function follow(event) {
  const link = event.target.closest?.("a[href^='/']");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!link || !plain || event.defaultPrevented || "outside" in link.dataset) return;
  if (!match(new URL(link.href).pathname)) return;
  event.preventDefault();
  go(link.getAttribute("href"));
}

takeFromAddress();
document.addEventListener("click", follow);
addEventListener("popstate", () => {
  // A jump within the page tells of itself here too.
  if (location.pathname !== shownPath) open(true);
});
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#token=")) {
    takeFromAddress();
    open(false);
  }
});
basket.watch(update);
everySecond(update);
open(false);
