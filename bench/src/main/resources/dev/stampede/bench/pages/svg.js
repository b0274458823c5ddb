// The same seats as elements, one each, as many seat maps are made: the peer of our canvas. Answers
// how long after the seats had arrived they could be seen; then follows the same news.
async (path) => {
  const SVG = "http://www.w3.org/2000/svg";
  const COLOURS = { f: "#2a7", h: "#e90", s: "#999" };
  const answer = await (await fetch(path)).json();
  const entry = performance.getEntriesByType("resource").find(({ name }) => name.endsWith(path));
  const svg = document.createElementNS(SVG, "svg");
  const bySeat = new Map();
  let top = 0;
  let wide = 0;
  for (const { name, rows, seatsPerRow, states } of answer.sections) {
    for (let n = 0; n < states.length; n++) {
      const seat = document.createElementNS(SVG, "rect");
      const row = Math.floor(n / seatsPerRow);
      seat.setAttribute("x", (n % seatsPerRow) + 0.1);
      seat.setAttribute("y", top + row + 0.1);
      seat.setAttribute("width", 0.8);
      seat.setAttribute("height", 0.8);
      seat.setAttribute("rx", 0.2);
      seat.setAttribute("fill", COLOURS[states[n]]);
      svg.append(seat);
      bySeat.set(`${name}-${row + 1}-${(n % seatsPerRow) + 1}`, seat);
    }
    top += rows + 2;
    wide = Math.max(wide, seatsPerRow);
  }
  svg.setAttribute("viewBox", `0 0 ${wide} ${top}`);
  svg.setAttribute("width", 900);
  svg.setAttribute("height", 600);
  document.body.replaceChildren(svg);
  await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  const shown = performance.now() - entry.responseEnd;
  const stream = new EventSource(`${path}/stream?after=${encodeURIComponent(answer.version)}`);
  stream.addEventListener("changes", (event) => {
    for (const { seat, state } of JSON.parse(event.data).changes) {
      bySeat.get(seat)?.setAttribute("fill", COLOURS[state]);
    }
  });
  let scale = 1;
  window.benchMove = (turn) => {
    scale *= turn % 120 < 60 ? 0.94 : 1 / 0.94;
    const width = wide * scale;
    const height = top * scale;
    svg.setAttribute(
      "viewBox",
      `${(wide - width) / 2} ${(top - height) / 2} ${width} ${height}`,
    );
  };
  return { painted: shown, shown };
}
