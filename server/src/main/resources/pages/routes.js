// Which module shows which address. Modules are fetched when their page is first opened, so that a
// buyer who waits has not paid for the seat map yet.

export const ROUTES = [
  ["/", () => import("./shows.js")],
  ["/shows/:id", () => import("./show.js")],
  ["/shows/:id/wait", () => import("./wait.js")],
  ["/shows/:id/seats", () => import("./seats.js")],
  ["/holds/:id", () => import("./hold.js")],
  ["/bookings", () => import("./bookings.js")],
  ["/bookings/:id", () => import("./booking.js")],
  ["/wallet", () => import("./wallet.js")],
];
