package dev.stampede.postgres.claim;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.stampede.engine.claim.decision.Locked.BuyerKey;
import dev.stampede.postgres.SqlStep;
import dev.stampede.postgres.Transport;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/**
 * Makes sure that the (show, buyer) rows that a group will lock exist, and remembers which do.
 *
 * <p>They are created by statements that commit at once, before the group's transaction: created in
 * it, they would make others wait for its end, and a row that nobody can see cannot be skipped.
 */
final class BuyerRows {

  private static final int MAX_REMEMBERED = 100_000;

  /** Sorted by the caller: two that create the same rows wait in one direction. */
  private static final String CREATE =
      """
      INSERT INTO show_buyer (show_id, buyer)
      SELECT * FROM unnest(?::bigint[], ?::text[])
      ON CONFLICT DO NOTHING""";

  private final Cache<BuyerKey, Boolean> existing =
      Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).build();

  void create(Connection connection, Collection<BuyerKey> buyers) throws SQLException {
    List<BuyerKey> missing =
        buyers.stream().filter(key -> existing.getIfPresent(key) == null).toList();
    if (missing.isEmpty()) {
      return;
    }
    SqlStep create =
        SqlStep.update(
            CREATE,
            missing.stream().mapToLong(key -> key.show().value()).toArray(),
            missing.stream().map(key -> key.buyer().sub()).toArray(String[]::new));
    Transport.TOGETHER.send(connection, List.of(create));
    missing.forEach(key -> existing.put(key, Boolean.TRUE));
  }

  void forgetAll() {
    existing.invalidateAll();
  }

  /** One that was not to be locked is either locked by another, or gone: look again next time. */
  void forgetUnless(LockedRows locked, Collection<BuyerKey> buyers) {
    buyers.stream().filter(key -> !locked.hasLocked(key)).forEach(existing::invalidate);
  }
}
