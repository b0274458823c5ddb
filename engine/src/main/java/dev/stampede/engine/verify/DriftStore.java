package dev.stampede.engine.verify;

import java.util.List;

/** Stores the drifts that all servers have found, and how far their rounds have come. */
public interface DriftStore {

  /**
   * All that is known to disagree.
   *
   * @param rows how many drifts there are
   * @param first some of them, in the order in which they were found
   */
  record Known(long rows, List<Drift> first) {

    public static final Known NOTHING = new Known(0, List.of());

    public Known {
      first = List.copyOf(first);
    }
  }

  /** The place up to which a part was looked at in the round under way. */
  String reached(Part part);

  /**
   * Notes what a slice came to: what is no longer found in it is forgotten. Nothing happens if
   * another server has looked at it meanwhile.
   *
   * @return what was not known before
   */
  List<Drift> settle(Part part, String after, Slice slice);

  /** All there is, and so many of it by name. */
  Known known(int most);
}
