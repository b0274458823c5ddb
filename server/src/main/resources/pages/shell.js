// The room that every page is shown in: finds the page for an address, draws it when something has
// changed, follows links without fetching the document again, and speaks to those who do not see.

import { everySecond } from "./clock.js";
import { render } from "./lit-html.js";
import { loading } from "./parts.js";
import { takeFromAddress } from "./session.js";

/**
 * Shows the pages of `routes`, each within what `frame(content)` puts around it.
 *
 * `nobodyHome` is the page for all other addresses; `opened` is told of each page. Answers `update`,
 * which asks for the page to be drawn.
 */
export function run({ routes, name, frame, nobodyHome, opened = () => {} }) {
  const root = document.getElementById("app");
  const said = document.getElementById("said");
  let page;
  let turns = 0;
  let drawing = false;
  let shownPath;

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
    render(frame(page ? page.view() : loading()), root);
    document.title = page?.title ? `${page.title} · ${name}` : name;
    page?.drawn?.();
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
    const turn = ++turns;
    shownPath = location.pathname;
    page?.close?.();
    page = undefined;
    const found = match(routes, location.pathname);
    update();
    const next = found ? (await found.load()).open : () => nobodyHome;
    if (turn !== turns) return;
    page = next({ params: found?.params ?? {}, update, go, say });
    draw();
    if (byNavigation) {
      scrollTo(0, 0);
      document.getElementById("main").focus({ preventScroll: true });
    }
    opened();
  }

  function follow(event) {
    const link = event.target.closest?.("a[href^='/']");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !plain || event.defaultPrevented || "outside" in link.dataset) return;
    if (!match(routes, new URL(link.href).pathname)) return;
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
  everySecond(update);
  open(false);
  return update;
}

/** Finds what shows this path: `{load, params}`, or nothing. */
function match(routes, path) {
  const parts = path.split("/");
  for (const [template, load] of routes) {
    const wanted = template.split("/");
    if (wanted.length !== parts.length) continue;
    const params = {};
    const fits = wanted.every((part, i) => {
      if (!part.startsWith(":")) return part === parts[i];
      params[part.slice(1)] = decoded(parts[i]);
      return params[part.slice(1)] !== "";
    });
    if (fits) return { load, params };
  }
  return undefined;
}

/** Nothing for what no address of ours looks like: half a percent sign cannot be read. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
