// The storage of the browser. A browser may refuse (private windows, full storage): then the
// pages work all the same, and a reload begins anew.

function area(name) {
  return {
    read(key) {
      try {
        return JSON.parse(window[name].getItem("stampede." + key));
      } catch {
        return null;
      }
    },
    write(key, value) {
      try {
        window[name].setItem("stampede." + key, JSON.stringify(value));
      } catch {
        // Not kept; nothing depends on it but comfort.
      }
    },
    drop(key) {
      try {
        window[name].removeItem("stampede." + key);
      } catch {
        // It was not kept either.
      }
    },
  };
}

/** Until the tab is closed. */
export const tab = area("sessionStorage");

/** Until somebody clears it; other tabs see it too. */
export const browser = area("localStorage");
