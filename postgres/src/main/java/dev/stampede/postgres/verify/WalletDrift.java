package dev.stampede.postgres.verify;

import dev.stampede.engine.verify.Part;

/** Wallets against their entries, one by one and added up. */
final class WalletDrift {

  /** The last character there is, more often than a name would have it. */
  private static final String END = Character.toString(Character.MAX_CODE_POINT).repeat(4);

  /**
   * A slice is as long as its wallets and their entries are many: a few wallets may have millions.
   */
  private static final String BOUNDS =
      """
      SELECT count(*), max(buyer), coalesce(max(so_far) < :limit, true)
      FROM (
        SELECT buyer, 1 + version AS rows,
          sum(1 + version) OVER (ORDER BY buyer ROWS UNBOUNDED PRECEDING) AS so_far
        FROM wallet
        WHERE buyer > :after
        ORDER BY buyer
        LIMIT :limit) AS s
      WHERE so_far - rows < :limit""";

  private static final String FINDINGS =
      """
      SELECT buyer, c.kind, CASE c.kind
        WHEN 'wallet-balance' THEN format(
          'the wallet of %s has %s points after %s entries; its %s entries sum to %s',
          buyer, coalesce(w.balance, 0), coalesce(w.version, 0), coalesce(e.count, 0),
          coalesce(e.sum, 0))
        WHEN 'wallet-statement' THEN format(
          '%s of %s entries of the wallet of %s are out of line, the first is %s',
          e.wrong, e.count, buyer, e.first)
        END
      FROM (SELECT * FROM wallet WHERE buyer > :after AND buyer <= :upTo) AS w
      FULL JOIN (
        SELECT buyer, count(*), sum(amount),
          count(*) FILTER (WHERE balance <> so_far OR number <> place) AS wrong,
          min(number) FILTER (WHERE balance <> so_far OR number <> place) AS first
        FROM (
          SELECT buyer, number, amount, balance, row_number() OVER up_to AS place,
            sum(amount) OVER up_to AS so_far
          FROM entry
          WHERE account = 'w' AND buyer > :after AND buyer <= :upTo
          WINDOW up_to AS (PARTITION BY buyer ORDER BY number)) AS line
        GROUP BY buyer) AS e USING (buyer)
      CROSS JOIN LATERAL (
        VALUES
          ('wallet-balance', coalesce(w.balance, 0) <> coalesce(e.sum, 0)
            OR coalesce(w.version, 0) <> coalesce(e.count, 0)),
          ('wallet-statement', coalesce(e.wrong, 0) > 0)) AS c (kind, wrong)
      WHERE c.wrong
      ORDER BY buyer
      LIMIT :most""";

  static final RangeSearch SEARCH = new RangeSearch(Part.WALLETS, "", END, BOUNDS, FINDINGS);

  private WalletDrift() {}
}
