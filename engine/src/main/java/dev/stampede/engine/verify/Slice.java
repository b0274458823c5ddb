package dev.stampede.engine.verify;

import java.util.List;

/**
 * A stretch of a part that was looked at.
 *
 * @param rows how many there were
 * @param upTo the place of the last one: where the next slice begins
 * @param last whether there is nothing after it
 * @param found up to a limit; more of the same may be there
 */
public record Slice(int rows, String upTo, boolean last, List<Drift> found) {

  public Slice {
    found = List.copyOf(found);
  }
}
