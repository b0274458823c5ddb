// Counts frames for so long. `moved` turns the wheel in every frame, so that each has to be painted.
({ millis, moved }) =>
  new Promise((done) => {
    const canvas = document.querySelector("canvas.seat-map");
    const before = { ...(window.benchPainter ?? { paints: 0, millis: 0 }) };
    const gaps = [];
    let last = performance.now();
    const end = last + millis;
    let turn = 0;
    const frame = () => {
      const now = performance.now();
      gaps.push(now - last);
      last = now;
      if (now >= end) {
        const after = window.benchPainter ?? { paints: 0, millis: 0 };
        gaps.sort((a, b) => a - b);
        done({
          perSecond: (gaps.length * 1000) / gaps.reduce((sum, gap) => sum + gap, 0),
          middle: gaps[Math.floor(gaps.length / 2)],
          late: gaps[Math.floor(gaps.length * 0.99)],
          paints: after.paints - before.paints,
          painting: after.millis - before.millis,
        });
        return;
      }
      if (moved) window.benchMove?.(turn, canvas);
      turn++;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  })
