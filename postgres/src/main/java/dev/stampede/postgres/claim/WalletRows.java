package dev.stampede.postgres.claim;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.postgres.SqlStep;
import dev.stampede.postgres.Transport;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/**
 * Makes sure that the wallets that a group will fill exist, and remembers which do.
 *
 * <p>They are created by a statement that commits at once, before the group's transaction, for the
 * same reasons as {@link BuyerRows}. A buyer who only pays needs no row: a wallet that is not there
 * is empty. A buyer who gets a refund has one, since wallets are never deleted.
 */
final class WalletRows {

  private static final int MAX_REMEMBERED = 100_000;

  /**
   * The caller sorts the buyers, so that two transactions that create the same rows cannot
   * deadlock.
   */
  private static final String CREATE =
      """
      INSERT INTO wallet (buyer, balance, version)
      SELECT unnest(?::text[]), 0, 0
      ON CONFLICT DO NOTHING""";

  private final Cache<Buyer, Boolean> existing =
      Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).build();

  void create(Connection connection, Collection<Buyer> buyers) throws SQLException {
    List<Buyer> missing =
        buyers.stream().filter(buyer -> existing.getIfPresent(buyer) == null).toList();
    if (missing.isEmpty()) {
      return;
    }
    String[] names = missing.stream().map(Buyer::sub).toArray(String[]::new);
    Transport.TOGETHER.send(connection, List.of(SqlStep.update(CREATE, (Object) names)));
    missing.forEach(buyer -> existing.put(buyer, Boolean.TRUE));
  }

  void forgetAll() {
    existing.invalidateAll();
  }
}
