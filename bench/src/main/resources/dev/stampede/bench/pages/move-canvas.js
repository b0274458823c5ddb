// Nearer and further away again, a step a frame, as a wheel does it.
() => {
  window.benchMove = (turn, canvas) => {
    const box = canvas.getBoundingClientRect();
    const wheel = {
      deltaY: turn % 120 < 60 ? -40 : 40,
      clientX: box.left + box.width / 2,
      clientY: box.top + box.height / 2,
      bubbles: true,
      cancelable: true,
    };
    canvas.dispatchEvent(new WheelEvent("wheel", wheel));
  };
}
