// The places of sections on the map, in seats: one seat is 1 wide and 1 high.

/** Between sections; more in a large venue, which is seen from further away. */
const LEAST_GAP = 2;
const GAP_SHARE = 0.03;
const LEAST_NAME_HEIGHT = 1.6;
const LEAST_STAGE_HEIGHT = 2;

/** The approximate ratio of the width of a map to its height. */
const SHAPE = 1.5;

/** Sections from the left to the right and from the stage away, in the order of the show. */
export function layout(sections) {
  const boxes = sections.map((section) => {
    const side = Math.max(6, Math.ceil(Math.sqrt(section.seats)));
    const width = section.isOpen ? Math.ceil(side * 1.6) : section.perRow;
    const height = section.isOpen ? Math.ceil(side / 2.5) : section.rows;
    return { section, width, height };
  });
  const seats = sections.reduce((sum, section) => sum + section.seats, 0);
  const share = Math.sqrt(seats) * GAP_SHARE;
  const gap = Math.max(LEAST_GAP, share);
  const nameHeight = Math.max(LEAST_NAME_HEIGHT, share);
  const stageHeight = Math.max(LEAST_STAGE_HEIGHT, 1.5 * share);
  const area = boxes.reduce((sum, box) => sum + (box.width + gap) * (box.height + gap), 0);
  const widest = Math.max(...boxes.map((box) => box.width));
  const limit = Math.max(widest, Math.sqrt(area * SHAPE));
  const rows = [];
  for (const box of boxes) {
    const row = rows.at(-1);
    if (row && row.width + gap + box.width <= limit) {
      row.width += gap + box.width;
      row.boxes.push(box);
    } else {
      rows.push({ width: box.width, boxes: [box] });
    }
  }
  const width = Math.max(...rows.map((row) => row.width));
  let y = stageHeight + gap;
  for (const row of rows) {
    let x = (width - row.width) / 2;
    for (const box of row.boxes) {
      box.x = x;
      box.y = y + nameHeight;
      x += box.width + gap;
    }
    y += nameHeight + Math.max(...row.boxes.map((box) => box.height)) + gap;
  }
  const stage = { x: width * 0.2, y: 0, width: width * 0.6, height: stageHeight };
  return { boxes, stage, width, height: y - gap };
}
