// Live plots of the last quarter of an hour, each with its legend, its meaning in words, and its
// newest values as a table.

import { count, millis, percent, rate } from "./console-format.js";
import { Plot } from "./console-plot.js";
import { texts } from "./console-texts.js";
import { clockTime } from "./format.js";
import { html, svg } from "./lit-html.js";

/** As many of the newest samples are in a plot's table. */
const MAX_ROWS = 12;

const PLOTS = [
  {
    name: "line",
    title: texts.plotLine,
    unit: texts.people,
    format: count,
    series: [
      { name: "waiting", label: texts.seriesWaiting, tier: 0 },
      { name: "active", label: texts.seriesActive, tier: 1 },
    ],
    needsQueue: true,
  },
  {
    name: "admitted",
    title: texts.plotAdmitted,
    unit: texts.perMinute,
    format: rate,
    series: [{ name: "admittedPerMinute", label: texts.seriesAdmitted, tier: 2 }],
    needsQueue: true,
  },
  {
    name: "seats",
    title: texts.plotSeats,
    unit: texts.seatsUnit,
    format: count,
    series: [
      { name: "sold", label: texts.seriesSold, tier: 2 },
      { name: "held", label: texts.seriesHeld, tier: 1 },
    ],
  },
  {
    name: "revenue",
    title: texts.plotRevenue,
    unit: texts.inPoints,
    format: count,
    series: [{ name: "revenue", label: texts.seriesRevenue, tier: 2 }],
  },
  {
    name: "claims",
    title: texts.plotClaims,
    unit: texts.perMinute,
    format: rate,
    series: [
      { name: "bookingsPerMinute", label: texts.seriesBookings, tier: 2 },
      { name: "refusedPerMinute", label: texts.seriesRefused, tier: 3 },
    ],
  },
  {
    name: "moved",
    title: texts.plotMoved,
    unit: texts.perMinute,
    format: rate,
    series: [
      { name: "soldPerMinute", label: texts.seriesSold, tier: 2 },
      { name: "releasedPerMinute", label: texts.seriesReleased, tier: 1 },
      { name: "cancelledPerMinute", label: texts.seriesCancelled, tier: 3 },
    ],
  },
  {
    name: "answers",
    title: texts.plotAnswers,
    unit: texts.inMillis,
    format: millis,
    series: [
      { name: "p99Millis", label: texts.seriesMost, tier: 3 },
      { name: "p50Millis", label: texts.seriesHalf, tier: 0 },
    ],
  },
  {
    name: "locks",
    title: texts.plotLocks,
    unit: texts.inPercent,
    format: percent,
    scaled: (value) => value * 100,
    series: [{ name: "lockFailureRate", label: texts.seriesLocks, tier: 3 }],
  },
  {
    name: "groups",
    title: texts.plotGroups,
    unit: texts.perCommit,
    format: rate,
    series: [{ name: "groupSizeMean", label: texts.seriesGroups, tier: 0 }],
  },
];

export function open({ feed }) {
  const drawn = new Map();
  const theme = matchMedia("(prefers-color-scheme: dark)");
  theme.addEventListener("change", forget);
  let shown;

  /** Colours are others now: all are made anew when they are drawn next. */
  function forget() {
    drawn.forEach((plot) => plot.close());
    drawn.clear();
    shown = undefined;
    draw();
  }

  function draw() {
    document.querySelectorAll("canvas.plot-canvas").forEach((canvas) => {
      const plot = PLOTS.find(({ name }) => name === canvas.dataset.plot);
      if (drawn.get(plot.name)?.canvas !== canvas) {
        drawn.get(plot.name)?.close();
        drawn.set(plot.name, new Plot(canvas, plot.series, plot.scaled));
        shown = undefined;
      }
    });
    if (shown === feed.samples) return;
    shown = feed.samples;
    drawn.forEach((plot) => plot.show(feed.at, feed.series));
  }

  function close() {
    theme.removeEventListener("change", forget);
    drawn.forEach((plot) => plot.close());
  }

  function view() {
    const plots = PLOTS.filter((plot) => !plot.needsQueue || feed.look.queue?.enabled);
    return html`<section data-panel="plots" aria-labelledby="panel-plots">
      <h2 id="panel-plots">${texts.plots}</h2>
      <div class="plots">${plots.map((plot) => figure(plot, feed))}</div>
    </section>`;
  }

  return { view, drawn: draw, close };
}

function figure(plot, feed) {
  const { name, title, unit, format, series } = plot;
  return html`<figure class="plot card" data-plot=${name}>
    <figcaption>
      <h3>${title} <span class="soft">${unit}</span></h3>
      <ul class="keys">
        ${series.map(
          (each, i) => html`<li>
            ${key(each.tier, i)} ${each.label}
            <strong>${format(feed.series[each.name]?.at(-1))}</strong>
          </li>`,
        )}
      </ul>
    </figcaption>
    <div class="plot-room">
      <canvas class="plot-canvas" data-plot=${name} role="img" aria-label=${said(plot, feed)}></canvas>
    </div>
    <details>
      <summary>${texts.asTable}<span class="unseen">: ${title}</span></summary>
      ${table(plot, feed)}
    </details>
  </figure>`;
}

/** A piece of the line, as it is drawn. */
function key(tier, dash) {
  return html`<svg class="key tier-${tier} dash-${dash}" viewBox="0 0 28 8" aria-hidden="true">
    ${svg`<line x1="0" y1="4" x2="28" y2="4"></line>`}
  </svg>`;
}

/** The plot in words, for those who do not see it. */
function said({ title, unit, format, series }, feed) {
  const lines = series.map(({ name, label }) => {
    const known = (feed.series[name] ?? []).filter((value) => value !== null);
    return known.length === 0
      ? texts.lineUnknown(label)
      : texts.lineSaid(
          label,
          format(known.at(-1)),
          format(Math.min(...known)),
          format(Math.max(...known)),
        );
  });
  return texts.plotSaid(title, unit, lines);
}

function table({ format, series }, feed) {
  const first = Math.max(0, feed.at.length - MAX_ROWS);
  const rows = feed.at.slice(first).map((at, i) => [at, first + i]).reverse();
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${texts.time}</th>
        ${series.map(({ label }) => html`<th scope="col" class="amount">${label}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([at, n]) => html`<tr>
          <td>${clockTime(at * 1000)}</td>
          ${series.map(
            ({ name }) => html`<td class="amount">${format(feed.series[name]?.[n])}</td>`,
          )}
        </tr>`,
      )}
    </tbody>
  </table>`;
}
