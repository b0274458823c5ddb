// One show on one screen: what happens, what happened, and what can be done about it.

import { SaleFeed } from "./console-feed.js";
import { PANELS } from "./console-panels.js";
import { refusal, unreadable } from "./console-parts.js";
import { ShowSettings } from "./console-settings.js";
import { texts } from "./console-texts.js";
import { clockTime, moment } from "./format.js";
import { html, nothing } from "./lit-html.js";
import { loading, notice } from "./parts.js";
import { state } from "./shows.js";

export function open({ params, update, say, go }) {
  const feed = new SaleFeed(params.id, update);
  const settings = new ShowSettings(params.id, update);
  const page = { title: "", view, drawn, close };
  const screen = { showId: params.id, feed, settings, update, say, go };
  const panels = Object.fromEntries(
    Object.entries(PANELS).map(([place, all]) => [place, all.map((panel) => panel.open(screen))]),
  );
  const each = (step) => Object.values(panels).flat().forEach(step);

  function load() {
    settings.open();
    feed.follow();
  }
  load();

  function close() {
    feed.close();
    settings.close();
    each((panel) => panel.close?.());
  }

  function drawn() {
    if (settings.show) each((panel) => panel.drawn?.());
  }

  function view() {
    const { show } = settings;
    if (!show) return settings.problem ? unreadable(settings.problem, load) : loading();
    page.title = show.name;
    return html`<section class="screen">
      <div class="head">
        <div>
          <p class="soft">${texts.startsOn(moment(show.startsAt))}</p>
          <h1>${show.name}</h1>
          <p>${state({ ...show, ...feed.look?.seats })} ${freshness()}</p>
        </div>
        <a class="button quiet" href=${"/shows/" + show.id} data-outside>${texts.seeAsBuyer}</a>
      </div>
      ${trouble()} ${panels.top.map((panel) => panel.view())}
      <div class="screen-body">
        <div class="side">${panels.side.map((panel) => panel.view())}</div>
        <div class="most">${feed.look ? panels.main.map((panel) => panel.view()) : nothing}</div>
      </div>
    </section>`;
  }

  /** The freshness of the numbers, as text and not by colour alone. */
  function freshness() {
    if (!feed.look) return nothing;
    return html`<span class="fresh" data-live=${feed.live}>
      <span class="dot ${feed.live ? "on" : ""}"></span>${feed.live
        ? texts.live
        : html`${texts.asOf(clockTime(feed.lookedAt))}`}
    </span>`;
  }

  function trouble() {
    const { problem } = feed;
    if (problem?.status >= 400 && problem.status < 500) return refusal(problem);
    if (feed.look) return problem && !feed.live ? notice("warn", texts.notLive) : nothing;
    return problem ? refusal(problem) : html`<p class="loading" role="status">${texts.connecting}</p>`;
  }

  return page;
}
