package dev.stampede.engine.verify;

import java.util.ArrayList;
import java.util.List;

/** Goes through all parts from one end to the other, once. */
public final class Reconciliation {

  private final DriftSearch search;
  private final int rowsAtOnce;
  private final int mostNamed;

  /**
   * The result of one part.
   *
   * @param drifts how many were found
   * @param named the first of them
   */
  public record Result(Part part, long rows, long drifts, List<Drift> named) {

    public Result {
      named = List.copyOf(named);
    }

    public boolean agrees() {
      return drifts == 0;
    }
  }

  /** Hears how far it has come, in the thread that goes through it. */
  public interface Listener {

    Listener NONE = new Listener() {};

    default void begins(Part part) {}

    /**
     * A slice is through.
     *
     * @param rows compared in this part so far
     */
    default void compared(Part part, long rows) {}

    /** Called when a check of a part that does not go in slices ends, or the first one begins. */
    default void checked(Part part, CheckProgress checks) {}

    default void ended(Result result) {}
  }

  /**
   * A reconciliation.
   *
   * @param mostNamed of each part, so many drifts are kept; all are counted
   */
  public Reconciliation(DriftSearch search, int rowsAtOnce, int mostNamed) {
    this.search = search;
    this.rowsAtOnce = rowsAtOnce;
    this.mostNamed = mostNamed;
  }

  /** Goes through these parts, one after the other. */
  public List<Result> run(List<Part> parts, Listener listener) {
    List<Result> results = new ArrayList<>();
    for (Part part : parts) {
      listener.begins(part);
      Result result = run(part, listener);
      listener.ended(result);
      results.add(result);
    }
    return results;
  }

  private Result run(Part part, Listener listener) {
    List<Drift> named = new ArrayList<>();
    long rows = 0;
    long drifts = 0;
    String after = DriftSearch.START;
    boolean last = false;
    while (!last) {
      Slice slice = search.search(part, after, rowsAtOnce);
      rows += slice.rows();
      drifts += slice.found().size();
      slice.found().stream().limit(Math.max(0, mostNamed - named.size())).forEach(named::add);
      listener.compared(part, rows);
      after = slice.upTo();
      last = slice.last();
    }
    return new Result(part, rows, drifts, named);
  }
}
