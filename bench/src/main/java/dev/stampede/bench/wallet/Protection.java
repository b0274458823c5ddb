package dev.stampede.bench.wallet;

/**
 * The means that keeps others from changing the rows of a payment between reading and writing them.
 */
enum Protection {

  /** Nobody can: the rows are locked as they are read. */
  ROW_LOCKS,

  /** They may, and are found out: rows are written only as of the version that was read. */
  VERSIONS;

  String whenReading(String query, String rows) {
    return this == ROW_LOCKS ? query + " FOR UPDATE OF " + rows : query;
  }

  String whenWriting(String update, String condition) {
    return this == VERSIONS ? update + " AND " + condition : update;
  }
}
