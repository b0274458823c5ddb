// The buyer's pages: what is around all of them is the way from one to the other, and the time that
// is left for seats on hold.

import * as basket from "./basket.js";
import { until } from "./clock.js";
import { countdown } from "./format.js";
import { html, nothing } from "./lit-html.js";
import { ROUTES } from "./routes.js";
import { me } from "./session.js";
import { run } from "./shell.js";
import { texts } from "./texts.js";

const nobodyHome = {
  title: texts.notFound,
  view: () => html`<section class="narrow">
    <h1>${texts.notFound}</h1>
    <p><a class="button" href="/">${texts.allShows}</a></p>
  </section>`,
};

function frame(content) {
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
    <main id="main" tabindex="-1">${content}</main>
    <footer>
      ${me() ? html`<span>${texts.youAre(me())}</span>` : nothing}
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

const update = run({ routes: ROUTES, name: "Stampede", frame, nobodyHome, opened: basket.refresh });
basket.watch(update);
