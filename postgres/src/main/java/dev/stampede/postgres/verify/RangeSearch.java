package dev.stampede.postgres.verify;

import dev.stampede.engine.verify.Drift;
import dev.stampede.engine.verify.DriftSearch;
import dev.stampede.engine.verify.Part;
import dev.stampede.engine.verify.Scope;
import dev.stampede.engine.verify.Slice;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/**
 * Looks for drift in a part whose rows have a key that they are gone through by.
 *
 * @param start a place before all
 * @param end a place after all: the last slice reaches so far, past the last row of the table that
 *     is gone through, so that what refers to rows beyond it is found too
 * @param bounds given {@code after} and {@code limit}: how many rows, the place of the last, and
 *     true if there are no more
 * @param findings given {@code after}, {@code upTo} and {@code most}: place, kind and detail of
 *     each. Both are given {@code show} too, if they ask for it
 */
record RangeSearch(Part part, String start, String end, String bounds, String findings) {

  private record Bounds(int rows, String upTo, boolean last) {}

  private static final String SHOW = ":show";

  Slice search(Handle handle, Scope scope, String after, int limit) {
    String from = after.equals(DriftSearch.START) ? start : after;
    Bounds bound =
        query(handle, bounds, scope)
            .bind("after", from)
            .bind("limit", limit)
            .map((row, _) -> new Bounds(row.getInt(1), row.getString(2), row.getBoolean(3)))
            .one();
    String upTo = bound.last() ? end : bound.upTo();
    List<Drift> found =
        query(handle, findings, scope)
            .bind("after", from)
            .bind("upTo", upTo)
            .bind("most", DriftSearch.MOST_NAMED)
            .map((row, _) -> new Drift(part, row.getString(1), row.getString(2), row.getString(3)))
            .list();
    return new Slice(bound.rows(), upTo, bound.last(), found);
  }

  private static Query query(Handle handle, String sql, Scope scope) {
    Query query = handle.createQuery(sql);
    return sql.contains(SHOW) ? query.bind("show", ScopeFilter.show(scope)) : query;
  }
}
