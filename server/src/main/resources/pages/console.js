// The operator's console: what is around all of its pages is the way from one to the other, and a
// word about the token where nothing can be done with it.

import { openBanner } from "./console-alerts.js";
import { noRole, noToken } from "./console-parts.js";
import { ROUTES } from "./console-routes.js";
import { texts } from "./console-texts.js";
import { html, nothing } from "./lit-html.js";
import { claims, me, token } from "./session.js";
import { run } from "./shell.js";

/** True after the operator was asked for a token and gave none. */
let without = false;

/** The banner of firing alerts; it exists once there is a token. */
let banner;

const nobodyHome = {
  title: texts.notFound,
  view: () => html`<section class="narrow">
    <h1>${texts.notFound}</h1>
    <p><a class="button" href="/console">${texts.allShows}</a></p>
  </section>`,
};

function frame(content) {
  const here = location.pathname;
  const link = (path, text) =>
    html`<a href=${path} aria-current=${here === path ? "page" : nothing}>${text}</a>`;
  return html`
    <a class="skip" href="#main">${texts.skip}</a>
    <header>
      <a class="brand" href="/console">${texts.console}</a>
      <nav aria-label=${texts.mainMenu}>
        ${link("/console", texts.shows)} ${link("/console/new", texts.newShow)}
      </nav>
    </header>
    ${banner?.view() ?? nothing}
    <main id="main" tabindex="-1">${contentOrRefusal(content)}</main>
    <footer>
      ${me() ? html`<span>${texts.youAre(me())}</span>` : nothing}
      <span><a href="/" data-outside>${texts.buyersPages}</a> · <a href="/docs" data-outside>${texts.api}</a></span>
    </footer>
  `;
}

/** The page, or why there is none for who is here. */
function contentOrRefusal(content) {
  const known = claims();
  if (!known) return without ? noToken() : content;
  return known.roles?.includes("operator") ? content : noRole(known.sub);
}

const update = run({
  routes: ROUTES,
  name: texts.console,
  frame,
  nobodyHome,
  opened: async () => {
    without = (await token().catch(() => undefined)) === undefined;
    if (!banner && claims()?.roles?.includes("operator")) banner = openBanner(update);
    update();
  },
});
