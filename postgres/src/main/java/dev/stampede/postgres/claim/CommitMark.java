package dev.stampede.postgres.claim;

import dev.stampede.postgres.SqlStep;
import java.util.UUID;

/**
 * The evidence that one transaction was committed: a row under a name that only this transaction
 * knows.
 *
 * <p>The transaction's changes to seats, holds and wallets are no evidence: another transaction may
 * have made the same changes. Two takeovers of one expired hold begin with the same event, and two
 * servers may decide the same request.
 */
record CommitMark(UUID name) {

  private static final String INSERT =
      "INSERT INTO commit_mark (transaction, name) VALUES (pg_current_xact_id(), ?::uuid)";

  private static final String LOOK_FOR =
      """
      SELECT EXISTS (
        SELECT FROM commit_mark WHERE transaction = ?::text::xid8 AND name = ?::uuid)""";

  static CommitMark fresh() {
    return new CommitMark(UUID.randomUUID());
  }

  SqlStep write() {
    return SqlStep.update(INSERT, name);
  }

  /** Asks for it as the mark of this transaction; the one column says whether it is there. */
  SqlStep isThere(String transaction, SqlStep.RowReader reader) {
    return SqlStep.query(LOOK_FOR, reader, transaction, name);
  }
}
