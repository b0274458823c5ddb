package dev.stampede.lab.strategy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * The number that a holder of locks has drawn, and what the locks are on.
 *
 * <p>It must be announced before anything is read, and checked by the statement that writes:
 *
 * <ol>
 *   <li>Anna holds the lock with fence 1 and reads: free. Her lock ends while she works.
 *   <li>Ben gets the lock with fence 2. A check at the write alone would let both sell: Anna writes
 *       first, and Ben, who has read already, has the higher number.
 *   <li>So Ben announces 2 and only then reads. From then on Anna's 1 is refused; had she written
 *       before, his announcement would have waited for her commit, and he would read what she sold.
 * </ol>
 */
record Fence(long number, List<String> resources) {

  private static final String ANNOUNCE =
      """
      INSERT INTO lab.fence (resource, fence)
      SELECT resource, ? FROM unnest(?::text[]) AS resource ORDER BY resource
      ON CONFLICT (resource) DO UPDATE SET fence = greatest(fence.fence, excluded.fence)""";

  Fence {
    resources = List.copyOf(resources);
  }

  /** In a transaction of its own: it must be seen while the holder still works. */
  void announce(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(ANNOUNCE)) {
      statement.setLong(1, number);
      statement.setObject(2, resources.toArray(String[]::new));
      statement.executeUpdate();
    }
  }
}
