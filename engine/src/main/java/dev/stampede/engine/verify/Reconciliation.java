package dev.stampede.engine.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Goes through all parts from one end to the other, once. */
public final class Reconciliation {

  private final DriftSearch search;
  private final int rowsAtOnce;
  private final int mostNamed;

  /**
   * What one part came to.
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

  /**
   * Looks at everything.
   *
   * @param done hears of each part when it is through
   */
  public List<Result> run(List<Part> parts, Consumer<Result> done) {
    List<Result> results = new ArrayList<>();
    for (Part part : parts) {
      Result result = run(part);
      done.accept(result);
      results.add(result);
    }
    return results;
  }

  private Result run(Part part) {
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
      after = slice.upTo();
      last = slice.last();
    }
    return new Result(part, rows, drifts, named);
  }
}
