// Notes when the first frame with the seat map in it was over. Runs before the page's own scripts.
new PerformanceObserver((list) => {
  if (list.getEntriesByName("seat-map-painted").length > 0) {
    requestAnimationFrame(() => (window.benchShownAt = performance.now()));
  }
}).observe({ type: "mark" });
