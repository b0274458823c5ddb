// Where sections are on the map, in seats: one seat is 1 wide and 1 high.

const GAP = 2;
const NAME_HEIGHT = 1.6;
const STAGE_HEIGHT = 2;

/** How wide a map is for its height, about. */
const SHAPE = 1.5;

/** Sections from the left to the right and from the stage away, in the order of the show. */
export function layout(sections) {
  const boxes = sections.map((section) => {
    const side = Math.max(6, Math.ceil(Math.sqrt(section.seats)));
    const width = section.isOpen ? Math.ceil(side * 1.6) : section.perRow;
    const height = section.isOpen ? Math.ceil(side / 2.5) : section.rows;
    return { section, width, height };
  });
  const area = boxes.reduce((sum, box) => sum + (box.width + GAP) * (box.height + GAP), 0);
  const widest = Math.max(...boxes.map((box) => box.width));
  const limit = Math.max(widest, Math.sqrt(area * SHAPE));
  const rows = [];
  for (const box of boxes) {
    const row = rows.at(-1);
    if (row && row.width + GAP + box.width <= limit) {
      row.width += GAP + box.width;
      row.boxes.push(box);
    } else {
      rows.push({ width: box.width, boxes: [box] });
    }
  }
  const width = Math.max(...rows.map((row) => row.width));
  let y = STAGE_HEIGHT + GAP;
  for (const row of rows) {
    let x = (width - row.width) / 2;
    for (const box of row.boxes) {
      box.x = x;
      box.y = y + NAME_HEIGHT;
      x += box.width + GAP;
    }
    y += NAME_HEIGHT + Math.max(...row.boxes.map((box) => box.height)) + GAP;
  }
  const stage = { x: width * 0.2, y: 0, width: width * 0.6, height: STAGE_HEIGHT };
  return { boxes, stage, width, height: y - GAP };
}
