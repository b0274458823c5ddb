// Mouse, touch and pen on the map: drag to pan, wheel or two fingers to zoom, tap to choose.

/** Further than this is a drag, in CSS pixels. */
const TAP_SLACK = 8;
const WHEEL_STEP = 1.0015;

/**
 * Tells `map.pan(dx, dy)`, `map.zoomAt(factor, x, y)`, `map.tap(x, y)` and `map.point(x, y)`, all in
 * CSS pixels from the canvas's corner.
 */
export function listen(canvas, map) {
  const fingers = new Map();
  let travelled = 0;
  let tapping = false;

  const at = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, at(event));
    tapping = fingers.size === 1;
    travelled = 0;
  });

  canvas.addEventListener("pointermove", (event) => {
    const here = at(event);
    const before = fingers.get(event.pointerId);
    if (!before) {
      map.point(here.x, here.y);
      return;
    }
    if (fingers.size === 1) {
      travelled += Math.hypot(here.x - before.x, here.y - before.y);
      if (travelled > TAP_SLACK) {
        tapping = false;
        map.pan(here.x - before.x, here.y - before.y);
      }
    } else {
      const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, p]) => p);
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(here.x - other.x, here.y - other.y);
      const middle = { x: (here.x + other.x) / 2, y: (here.y + other.y) / 2 };
      map.pan((here.x - before.x) / 2, (here.y - before.y) / 2);
      if (was > 0) map.zoomAt(is / was, middle.x, middle.y);
    }
    fingers.set(event.pointerId, here);
  });

  const lift = (event) => {
    const was = fingers.delete(event.pointerId);
    if (was && tapping && event.type === "pointerup") {
      const { x, y } = at(event);
      map.tap(x, y);
    }
    tapping = false;
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  canvas.addEventListener("pointerleave", () => map.point(-1, -1));

  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const { x, y } = at(event);
      map.zoomAt(WHEEL_STEP ** -event.deltaY, x, y);
    },
    { passive: false },
  );
}
