// The panels of the screen of a show. A panel is a module with `open(screen)`, which answers
// `{view, drawn?, close?}`; `screen` is `{showId, feed, settings, update, say, go}`. A new panel is a
// module and a line here.

import * as ages from "./console-ages.js";
import * as alerts from "./console-alerts.js";
import * as bySection from "./console-by-section.js";
import * as crowd from "./console-crowd.js";
import * as jobs from "./console-jobs.js";
import * as levers from "./console-levers.js";
import * as matchmaker from "./console-matchmaker.js";
import * as numbers from "./console-numbers.js";
import * as parked from "./console-parked.js";
import * as plots from "./console-plots.js";
import * as refusals from "./console-refusals.js";
import * as services from "./console-services.js";

/** By place, from the top: over the whole width, at the side, and where there is most room. */
export const PANELS = {
  top: [numbers],
  side: [levers, alerts, crowd, services, jobs, parked, matchmaker],
  main: [plots, bySection, ages, refusals],
};
