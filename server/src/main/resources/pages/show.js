// One show: what it is, when its sale opens, and how the line works.

import { read } from "./api.js";
import { until } from "./clock.js";
import { countdown, moment, number, points } from "./format.js";
import { html, nothing } from "./lit-html.js";
import { aged, loading, notice, unreadable } from "./parts.js";
import { state } from "./shows.js";
import { texts } from "./texts.js";

/** The time between two reads of the counts while the page is open. */
const FRESH_MILLIS = 5_000;

export function open({ params, update }) {
  const page = { title: "", view, close };
  let show;
  let problem;
  let timer;

  async function load() {
    clearTimeout(timer);
    try {
      show = await read("/shows/" + params.id, { who: false });
      page.title = show.name;
      problem = undefined;
    } catch (refused) {
      problem = refused;
    }
    if (!page.closed && problem?.status !== 404) timer = setTimeout(load, FRESH_MILLIS);
    update();
  }
  load();

  function close() {
    page.closed = true;
    clearTimeout(timer);
  }

  function view() {
    if (!show) return problem ? unreadable(problem, load) : loading();
    const room = show.waitingRoom?.enabled;
    return html`
      <section class="narrow">
        <p class="soft">${moment(show.startsAt)}</p>
        <h1>${show.name}</h1>
        <p>${state(show)}</p>
        ${opening(show)} ${way(show, room)}
        <h2>${texts.prices}</h2>
        <ul class="rows">
          ${show.sections.map(
            (section) => html`<li>
              <span>${texts.section(section.name)}</span>
              <span class="soft"
                >${section.capacity
                  ? texts.standing(number(section.capacity))
                  : texts.seated(number(section.rows * section.seatsPerRow))}</span
              >
              <strong>${points(section.price)}</strong>
            </li>`,
          )}
        </ul>
        ${room ? rule(show) : nothing}
      </section>
    `;
  }

  return page;
}

function opening(show) {
  const left = until(show.saleOpensAt);
  if (left === 0 || show.closed) return nothing;
  return html`<div class="opening">
    <p class="soft">${texts.saleOpens(moment(show.saleOpensAt))}</p>
    <p class="big time" role="timer">${countdown(left)}</p>
  </div>`;
}

/** The one thing to do next. */
function way(show, room) {
  if (show.closed) return notice("", texts.closedMeans);
  const early = until(show.saleOpensAt) > 0;
  const path = `/shows/${show.id}/${room ? "wait" : "seats"}`;
  return html`
    ${aged(show)}
    ${show.paused ? notice("warn", texts.pausedMeans) : nothing}
    <p class="actions">
      ${early && !room
        ? html`<a class="button quiet" href=${path}>${texts.lookAtSeats}</a>`
        : html`<a class="button" href=${path}
            >${room ? (early ? texts.comeEarly : texts.joinTheLine) : texts.chooseSeats}</a
          >`}
    </p>
  `;
}

function rule(show) {
  return html`
    <h2>${texts.howTheLineWorks}</h2>
    <ol class="rule">
      <li>${show.waitingRoom.shuffleEarly ? texts.ruleDrawn : texts.ruleInOrder}</li>
      <li>${texts.ruleOnePlace}</li>
      <li>${texts.rulePass(Math.round(show.waitingRoom.passSeconds / 60))}</li>
      <li>${texts.ruleHold(Math.round(show.holdSeconds / 60))}</li>
    </ol>
  `;
}
