package dev.stampede.lane;

import java.util.HashMap;
import java.util.Map;

/**
 * Places of a limited number, which keys share while they are scarce.
 *
 * <p>A key alone may have all of them. While others have any, it gets no more than a part ({@value
 * #PARTS_BESIDE_OTHERS} of them are all), so that a newcomer meets a short crowd. Once all are
 * taken, a key that has less than its share (the limit divided by the number of keys that have any)
 * still gets one, on top of the limit; a key that has more gets none until it has given some back.
 * So no key waits for a place because of another key's crowd, and the places in use go back to the
 * limit as the crowd's work is done.
 *
 * <p>There are never more than {@value #MOST_TIMES} times the limit in use, and nothing is kept of
 * keys that have no place.
 */
public final class Shares {

  /** However many keys there are, a share is no smaller than the limit divided by this. */
  static final int MOST_KEYS = 64;

  static final int MOST_TIMES = 2;

  static final int PARTS_BESIDE_OTHERS = 4;

  private final Map<Object, Integer> taken = new HashMap<>();
  private int total;

  /** Takes a place for the key, of so many; false when there is none for it. */
  public synchronized boolean take(Object key, int limit) {
    int own = taken.getOrDefault(key, 0);
    int keys = own == 0 ? taken.size() + 1 : taken.size();
    if (!isRoom(own, total, keys, limit)) {
      return false;
    }
    taken.put(key, own + 1);
    total++;
    return true;
  }

  /** Gives one of the key's places back. */
  public synchronized void giveBack(Object key) {
    Integer own = taken.get(key);
    if (own == null) {
      throw new IllegalStateException(key + " has no place to give back");
    }
    if (own == 1) {
      taken.remove(key);
    } else {
      taken.put(key, own - 1);
    }
    total--;
  }

  /** True if a key other than this one has a place. */
  public synchronized boolean isOtherThan(Object key) {
    return taken.size() > (taken.containsKey(key) ? 1 : 0);
  }

  /** Returns the number of places in use. */
  public synchronized int total() {
    return total;
  }

  /**
   * True if a key may take one more place.
   *
   * @param own how many it has
   * @param total how many all have together
   * @param keys how many keys have any, this one included
   */
  static boolean isRoom(int own, int total, int keys, int limit) {
    if (total < limit) {
      return keys == 1 || own < Math.max(1, limit / PARTS_BESIDE_OTHERS);
    }
    int share = Math.max(1, limit / Math.min(Math.max(keys, PARTS_BESIDE_OTHERS), MOST_KEYS));
    return own < share && total < (long) MOST_TIMES * limit;
  }
}
