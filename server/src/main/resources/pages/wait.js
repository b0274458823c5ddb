// The waiting room: where the buyer stands, honestly, until the page goes on by itself.

import { read } from "./api.js";
import { now, until } from "./clock.js";
import { about, clockTime, countdown, number } from "./format.js";
import { html, nothing } from "./lit-html.js";
import { explain, loading, notice, unreadable } from "./parts.js";
import { Place, passFor } from "./place.js";
import { texts } from "./texts.js";

/** The least time between two announcements of the position to screen readers. */
const SAY_EVERY_MILLIS = 15_000;

/** The time between two reads of the show: it may be paused, or its opening moved. */
const FRESH_MILLIS = 15_000;

export function open({ params, update, go, say }) {
  const page = { title: texts.waitingRoom, view, close };
  const seats = `/shows/${params.id}/seats`;
  let show;
  let problem;
  let place;
  let saidAt = 0;
  let askToLeave = false;
  let timer;

  async function load() {
    try {
      show = await read("/shows/" + params.id, { who: false });
      problem = undefined;
      if (!show.waitingRoom?.enabled || passFor(params.id)) {
        go(seats, { replace: true });
        return;
      }
      join();
      timer = setTimeout(freshen, FRESH_MILLIS);
    } catch (refused) {
      problem = refused;
    }
    update();
  }
  load();

  async function freshen() {
    try {
      show = await read("/shows/" + params.id, { who: false });
    } catch {
      // The page keeps the last known show.
    }
    if (page.closed) return;
    if (!show.waitingRoom?.enabled) {
      go(seats, { replace: true });
      return;
    }
    timer = setTimeout(freshen, FRESH_MILLIS);
    update();
  }

  function join() {
    place?.close();
    place = new Place(params.id, changed);
    place.join();
  }

  function changed() {
    if (page.closed) return;
    if (place.state === "admitted") {
      say(texts.yourTurn);
      go(seats, { replace: true });
      return;
    }
    if (place.state === "waiting" && now() - saidAt > SAY_EVERY_MILLIS) {
      saidAt = now();
      say(texts.positionSaid(number(place.position)));
    }
    update();
  }

  function close() {
    page.closed = true;
    clearTimeout(timer);
    place?.close();
  }

  async function giveUp() {
    try {
      await place.giveUp();
      go("/shows/" + params.id);
    } catch (refused) {
      problem = refused;
      join();
    }
  }

  function view() {
    if (!show) return problem ? unreadable(problem, load) : loading();
    return html`
      <section class="narrow room">
        <p class="soft">${show.name}</p>
        ${body()}
      </section>
    `;
  }

  function body() {
    if (!place || place.state === "joining") {
      return html`<h1>${texts.joining}</h1>
        ${trouble()}`;
    }
    if (place.state === "gone") {
      const closed = place.problem?.slug === "sale-closed";
      return html`<h1>${closed ? texts.closed : texts.notInLine}</h1>
        <p>${closed ? texts.closedMeans : texts.notInLineMeans}</p>
        <p class="actions">
          ${closed ? nothing : html`<button @click=${join}>${texts.joinTheLine}</button>`}
          <a class="button quiet" href=${"/shows/" + params.id}>${texts.backToShow}</a>
        </p>`;
    }
    return waiting();
  }

  function waiting() {
    const early = until(show.saleOpensAt);
    return html`
      <h1>${place.provisional ? texts.youAreEarly : texts.youAreInLine}</h1>
      ${place.provisional
        ? html`<p class="big time" role="timer">${countdown(early)}</p>
            <p>${texts.drawnAtOpening}</p>`
        : html`<p class="big" data-position=${place.position}>${number(place.position)}</p>
            <p class="soft">${texts.yourPosition}</p>
            <progress
              aria-label=${texts.progress}
              max=${place.from}
              value=${place.from - place.position + 1}
            ></progress>
            <dl class="facts">
              <div>
                <dt>${texts.ahead}</dt>
                <dd>${number(place.ahead)}</dd>
              </div>
              <div>
                <dt>${texts.estimate}</dt>
                <dd>${estimate(early)}</dd>
              </div>
            </dl>`}
      ${show.paused ? notice("warn", texts.pausedMeans) : nothing} ${trouble()}
      <p class="soft checked">
        <span class="dot ${place.live && !place.problem ? "on" : ""}"></span>
        ${place.live ? texts.live : texts.asking} ${texts.lastChecked(clockTime(place.checkedAt))}
      </p>
      <p>${texts.refreshIsSafe}</p>
      ${leaving()}
    `;
  }

  /** The estimated wait; the page says so if the server gives none. */
  function estimate(early) {
    if (early > 0) return texts.afterOpening;
    return place.etaSeconds === undefined ? texts.unknownEstimate : about(place.etaSeconds);
  }

  function trouble() {
    if (!place?.problem) return nothing;
    return place.problem.slug === "unauthenticated"
      ? notice("bad", explain(place.problem))
      : notice("warn", place.state === "waiting" ? texts.placeIsKept : explain(place.problem));
  }

  function leaving() {
    const ask = (wish) => () => {
      askToLeave = wish;
      update();
    };
    return askToLeave
      ? notice(
          "warn",
          texts.giveUpMeans,
          html`<p class="actions">
            <button class="bad" @click=${giveUp}>${texts.giveUpYes}</button>
            <button class="quiet" @click=${ask(false)}>${texts.stay}</button>
          </p>`,
        )
      : html`<p class="actions">
          <button class="quiet" @click=${ask(true)}>${texts.giveUp}</button>
        </p>`;
  }

  return page;
}
