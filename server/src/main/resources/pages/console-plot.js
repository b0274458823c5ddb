// One plot over the last quarter of an hour. The lines are told apart by colour and by dashes.

import "./chart.js";
import { dayTime } from "./console-format.js";

const { Chart } = globalThis;

const WINDOW_SECONDS = 15 * 60;
const TICK_SECONDS = 5 * 60;
const DASHES = [[], [6, 4], [2, 3]];

export class Plot {
  /** Draws on the canvas what `series`, a list of `{name, tier}`, says. */
  constructor(canvas, series, scaled = (value) => value) {
    Object.assign(this, { canvas, series, scaled });
    this.chart = new Chart(canvas, {
      type: "line",
      data: { datasets: series.map((each, i) => this.#line(each, i)) },
      options: this.#options(),
    });
  }

  /** Shows these samples: `at` in seconds, and for each name as many values, or null. */
  show(at, values) {
    const newest = at.at(-1) ?? Math.floor(Date.now() / 1000);
    const { x } = this.chart.options.scales;
    x.min = newest - WINDOW_SECONDS;
    x.max = newest;
    this.series.forEach(({ name }, i) => {
      const known = values[name] ?? [];
      this.chart.data.datasets[i].data = at.map((moment, n) => ({
        x: moment,
        y: known[n] === null || known[n] === undefined ? null : this.scaled(known[n]),
      }));
    });
    this.chart.update("none");
  }

  close() {
    this.chart.destroy();
  }

  #line({ tier }, i) {
    return {
      data: [],
      borderColor: colour(`--tier-${tier}`),
      borderDash: DASHES[i],
      borderWidth: 2,
      pointRadius: 0,
      spanGaps: false,
    };
  }

  #options() {
    const ticks = { color: colour("--soft"), font: { family: "system-ui, sans-serif", size: 11 } };
    const grid = { color: colour("--line") };
    return {
      animation: false,
      parsing: false,
      normalized: true,
      maintainAspectRatio: false,
      events: [],
      plugins: { legend: { display: false }, tooltip: { enabled: false } },
      scales: {
        x: {
          type: "linear",
          grid,
          ticks: {
            ...ticks,
            stepSize: TICK_SECONDS,
            maxRotation: 0,
            callback: (value) => dayTime(value),
          },
          afterBuildTicks: (axis) => {
            const first = Math.ceil(axis.min / TICK_SECONDS) * TICK_SECONDS;
            axis.ticks = [0, 1, 2, 3]
              .map((n) => ({ value: first + n * TICK_SECONDS }))
              .filter(({ value }) => value <= axis.max);
          },
        },
        y: { beginAtZero: true, suggestedMax: 1, grid, ticks: { ...ticks, maxTicksLimit: 4 } },
      },
    };
  }
}

/** A colour of the stylesheet, in the theme of the moment. */
function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
