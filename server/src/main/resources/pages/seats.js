// Choosing seats: on the map, in the list, or by letting the server find the best.

import * as basket from "./basket.js";
import { change, read } from "./api.js";
import { until } from "./clock.js";
import { countdown, points, seatName } from "./format.js";
import { tab } from "./keep.js";
import { html, nothing } from "./lit-html.js";
import { aged, explain, loading, notice, refusal, unreadable } from "./parts.js";
import { dropPass, passFor } from "./place.js";
import { BestForm } from "./seat-best.js";
import { FREE } from "./seat-board.js";
import { SeatFeed } from "./seat-feed.js";
import { drawSamples, legend } from "./seat-legend.js";
import { SeatList, stateName } from "./seat-list.js";
import { SeatMap } from "./seat-map.js";
import { texts } from "./texts.js";

export function open({ params, update, go, say }) {
  const page = { title: texts.choose, view, drawn, close };
  const keptAs = "chosen." + params.id;
  const feed = new SeatFeed(params.id, changed);
  let show;
  let board;
  let map;
  let list;
  let best;
  let problem;
  let refused;
  let lost = "";
  let busy = false;
  let asList = tab.read("asList") === true;
  const unwatch = basket.watch(takeBasket);
  const theme = matchMedia("(prefers-color-scheme: dark)");
  const themed = () => drawSamples(document);
  theme.addEventListener("change", themed);

  async function load() {
    try {
      show = await read("/shows/" + params.id, { who: false });
      if (needsPass() && !passFor(params.id)) {
        go(`/shows/${params.id}/wait`, { replace: true });
        return;
      }
      await feed.open();
      board = feed.board;
      (tab.read(keptAs) ?? []).filter((label) => board.has(label)).forEach(choose);
      list = new SeatList(board, { tapped, update });
      best = new BestForm(board, show, { find, update });
      takeBasket();
      noteLost();
      problem = undefined;
    } catch (missed) {
      problem = missed;
    }
    update();
  }
  load();

  const choose = (label) => board.chosen.add(board.number(label));
  const needsPass = () => show.waitingRoom?.enabled === true;

  function close() {
    page.closed = true;
    unwatch();
    theme.removeEventListener("change", themed);
    feed.close();
    map?.close();
  }

  /** Marks the seats of this buyer's live holds as theirs on the map. */
  function takeBasket() {
    if (!board) return;
    const before = board.mine;
    const labels = basket.liveFor(params.id).flatMap((hold) => hold.seats);
    board.mine = new Set(labels.map((label) => board.number(label)));
    board.mine.forEach((number) => board.chosen.delete(number));
    map?.changed([...before, ...board.mine]);
    update();
  }

  function changed(numbers) {
    if (!board) return;
    const gone = noteLost();
    map?.changed(numbers && [...numbers, ...gone]);
    update();
  }

  /** Says at once which of the chosen seats somebody else has got. */
  function noteLost() {
    const gone = board.dropLost();
    if (gone.length > 0) {
      keep();
      lost = texts.lost(gone.map((number) => seatName(board.label(number))).join("; "));
      say(lost);
    }
    return gone;
  }

  function keep() {
    tab.write(keptAs, [...board.chosen].map((number) => board.label(number)));
  }

  function tapped(number) {
    const name = seatName(board.label(number));
    const price = points(board.section(number).price);
    refused = undefined;
    lost = "";
    if (board.chosen.delete(number)) {
      say(texts.unchosenSaid(name, board.chosen.size, points(board.total())));
    } else if (board.states[number] !== FREE || board.mine.has(number)) {
      say(texts.seatSaid(name, price, stateName[board.shown(number)] ?? texts.off));
    } else if (board.chosen.size >= show.maxSeatsPerHold) {
      lost = texts.tooMany(show.maxSeatsPerHold);
      say(lost);
    } else {
      board.chosen.add(number);
      say(texts.chosenSaid(name, board.chosen.size, points(board.total())));
    }
    keep();
    map?.changed([number]);
    update();
  }

  function pointed(number) {
    const price = points(board.section(number).price);
    say(texts.seatSaid(seatName(board.label(number)), price, stateName[board.shown(number)] ?? texts.off));
  }

  function clear() {
    const were = [...board.chosen];
    board.chosen.clear();
    keep();
    map?.changed(were);
    update();
  }

  const holdChosen = () =>
    claim({ seats: [...board.chosen].map((number) => board.label(number)) });
  const find = (wish) => claim({ best: wish });

  async function claim(body) {
    if (busy) return;
    busy = true;
    refused = undefined;
    lost = "";
    update();
    try {
      const pass = passFor(params.id)?.pass;
      const headers = pass ? { "Stampede-Pass": pass } : {};
      const hold = await change(`/shows/${params.id}/holds`, body, { headers });
      board.chosen.clear();
      keep();
      basket.put(hold);
      go("/holds/" + hold.id);
    } catch (answer) {
      await refusedBy(answer);
    }
    busy = false;
    update();
  }

  async function refusedBy(answer) {
    if (answer.slug === "pass-required" || answer.slug === "pass-invalid") {
      dropPass(params.id);
      go(`/shows/${params.id}/wait`, { replace: true });
    } else if (answer.slug === "seat-taken") {
      const names = answer.fields.taken.map(seatName).join("; ");
      answer.fields.taken.forEach((label) => board.chosen.delete(board.number(label)));
      map?.changed(answer.fields.taken.map((label) => board.number(label)));
      keep();
      await feed.repair().catch(() => {});
      lost = texts.lost(names);
      say(lost);
    } else {
      if (answer.slug === "read-only") feed.doubt();
      refused = answer;
      say(explain(answer));
    }
  }

  function view() {
    if (problem) return unreadable(problem, load);
    if (!board) return loading();
    return html`<section class="seats">
      <div class="seats-head">
        <div>
          <p class="soft"><a href=${"/shows/" + show.id}>${show.name}</a></p>
          <h1>${texts.choose}</h1>
        </div>
        ${switcher()}
      </div>
      ${passTime()} ${show.paused ? notice("warn", texts.pausedMeans) : nothing}
      ${until(show.saleOpensAt) > 0 ? notice("", texts.opensIn(countdown(until(show.saleOpensAt)))) : nothing}
      ${aged(board)} ${feed.isLive === false ? notice("warn", texts.notLive) : nothing}
      <div class="seats-body">
        <div class="seats-main">${legend(board)} ${asList ? list.view() : mapView()}</div>
        ${best.view(busy)}
      </div>
      ${bar()}
    </section>`;
  }

  function passTime() {
    const pass = needsPass() && passFor(params.id);
    return pass ? html`<p>${texts.passEnds(countdown(until(pass.expiresAt)))}</p>` : nothing;
  }

  function switcher() {
    const choice = (name, value) => html`<label>
      <input type="radio" name="view" .checked=${asList === value} @change=${() => showAs(value)} />
      <span>${name}</span>
    </label>`;
    return html`<fieldset class="switch">
      <legend class="unseen">${texts.viewAs}</legend>
      ${choice(texts.map, false)} ${choice(texts.list, true)}
    </fieldset>`;
  }

  function showAs(value) {
    asList = value;
    tab.write("asList", value);
    map?.close();
    map = undefined;
    update();
  }

  function mapView() {
    return html`<div class="map">
      <canvas class="seat-map" tabindex="0" role="application" aria-label=${texts.mapLabel}></canvas>
      <div class="zoom">
        <button aria-label=${texts.zoomIn} @click=${() => map.zoom(1.5)}>+</button>
        <button aria-label=${texts.zoomOut} @click=${() => map.zoom(1 / 1.5)}>−</button>
        <button aria-label=${texts.zoomFit} @click=${() => map.fit()}>⤢</button>
      </div>
    </div>`;
  }

  /** The canvas is there only after it was drawn for the first time. */
  function drawn() {
    if (!board) return;
    if (!page.explained) {
      page.explained = true;
      drawSamples(document);
    }
    const canvas = document.querySelector("canvas.seat-map");
    if (canvas && map?.canvas !== canvas) {
      map?.close();
      map = new SeatMap(canvas, board, { tapped, pointed, opened: (section) => best.ask(section) });
    }
  }

  function bar() {
    const count = board.chosen.size;
    return html`<div class="bar">
      <div class="bar-text">
        ${lost ? html`<p class="lost" role="alert">${lost}</p>` : nothing} ${refusal(refused)}
        ${count === 0
          ? html`<p class="soft">${texts.nothingChosen}</p>`
          : html`<p>
              <strong>${texts.seats(count)} · ${points(board.total())}</strong>
              <span class="soft">${[...board.chosen].map((n) => seatName(board.label(n))).join("; ")}</span>
            </p>`}
      </div>
      <div class="actions">
        ${count > 0
          ? html`<button class="quiet" ?disabled=${busy} @click=${clear}>${texts.clear}</button>`
          : nothing}
        <button ?disabled=${busy || count === 0} @click=${holdChosen}>${texts.hold}</button>
      </div>
    </div>`;
  }

  return page;
}
