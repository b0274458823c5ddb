// Which module shows which address of the console.

export const ROUTES = [
  ["/console", () => import("./console-shows.js")],
  ["/console/new", () => import("./console-new.js")],
  ["/console/shows/:id", () => import("./console-show.js")],
  ["/console/buyers/:id", () => import("./console-buyer.js")],
];
