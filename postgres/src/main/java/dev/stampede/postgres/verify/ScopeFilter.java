package dev.stampede.postgres.verify;

import dev.stampede.engine.verify.Scope;
import org.jspecify.annotations.Nullable;

/**
 * The show that a search is limited to, as statements have it: {@code :show}, null for all. They
 * are planned for the value at hand, so that the planner sees one side of the condition alone.
 */
final class ScopeFilter {

  /** Of a table that has {@code show_id}. */
  static final String OF_SHOW = "(:show::bigint IS NULL OR show_id = :show::bigint)";

  private ScopeFilter() {}

  static @Nullable Long show(Scope scope) {
    return switch (scope) {
      case Scope.Everything _ -> null;
      case Scope.OneShow one -> one.show().value();
    };
  }
}
