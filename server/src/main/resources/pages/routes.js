// Which module shows which address. Modules are fetched when their page is first opened, so that a
// buyer who waits has not paid for the seat map yet.

const ROUTES = [
  ["/", () => import("./shows.js")],
  ["/shows/:id", () => import("./show.js")],
  ["/shows/:id/wait", () => import("./wait.js")],
  ["/shows/:id/seats", () => import("./seats.js")],
  ["/holds/:id", () => import("./hold.js")],
  ["/bookings", () => import("./bookings.js")],
  ["/bookings/:id", () => import("./booking.js")],
  ["/wallet", () => import("./wallet.js")],
];

/** Finds what shows this path: `{load, params}`, or nothing. */
export function match(path) {
  const parts = path.split("/");
  for (const [template, load] of ROUTES) {
    const wanted = template.split("/");
    if (wanted.length !== parts.length) continue;
    const params = {};
    const fits = wanted.every((part, i) => {
      if (!part.startsWith(":")) return part === parts[i];
      params[part.slice(1)] = decodeURIComponent(parts[i]);
      return parts[i] !== "";
    });
    if (fits) return { load, params };
  }
  return undefined;
}
