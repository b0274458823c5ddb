// How long after the seats had arrived the map was painted, and could be seen.
(path) => {
  const seats = performance.getEntriesByType("resource").find(({ name }) => name.endsWith(path));
  const painted = performance.getEntriesByName("seat-map-painted")[0];
  return {
    painted: painted.startTime - seats.responseEnd,
    shown: window.benchShownAt - seats.responseEnd,
  };
}
