package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.Transfer;
import dev.stampede.engine.claim.decision.GroupResult;
import dev.stampede.postgres.SqlStep;
import dev.stampede.postgres.column.LedgerCodes;
import dev.stampede.postgres.column.Micros;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The statements that write the points that a group moved. */
final class PointWrites {

  /** Each wallet stands in the arrays once: of two source rows only one would be applied. */
  private static final String UPDATE_WALLETS =
      """
      UPDATE wallet w
      SET balance = n.balance, version = n.version
      FROM (
        SELECT unnest(?::text[]) AS buyer, unnest(?::bigint[]) AS balance,
          unnest(?::bigint[]) AS version) AS n
      WHERE w.buyer = n.buyer""";

  private static final String INSERT_TRANSFERS =
      """
      INSERT INTO transfer (id, kind, amount, buyer, booking_id, ordered_by, at)
      SELECT w.id, w.kind::"char", w.amount, w.buyer, w.booking_id, nullif(w.ordered_by, w.buyer),
        to_timestamp(?::bigint / 1e6::float8)
      FROM (
        SELECT unnest(?::uuid[]) AS id, unnest(?::text[]) AS kind, unnest(?::bigint[]) AS amount,
          unnest(?::text[]) AS buyer, unnest(?::uuid[]) AS booking_id,
          unnest(?::text[]) AS ordered_by) AS w""";

  /** A wallet's entry has a number; the other account's has neither number nor balance nor name. */
  private static final String INSERT_ENTRIES =
      """
      INSERT INTO entry (transfer_id, account, amount, buyer, number, balance)
      SELECT w.transfer_id, w.account::"char", w.amount, w.buyer, nullif(w.number, 0),
        nullif(w.balance, -1)
      FROM (
        SELECT unnest(?::uuid[]) AS transfer_id, unnest(?::text[]) AS account,
          unnest(?::bigint[]) AS amount, unnest(?::text[]) AS buyer,
          unnest(?::bigint[]) AS number, unnest(?::bigint[]) AS balance) AS w""";

  private static final long NO_NUMBER = 0;
  private static final long NO_BALANCE = -1;

  private PointWrites() {}

  static List<SqlStep> steps(GroupResult.PointWrites writes, Instant now) {
    return writes.transfers().isEmpty()
        ? List.of()
        : List.of(
            wallets(writes.wallets()),
            transfers(writes.transfers(), now),
            entries(writes.transfers()));
  }

  private static SqlStep wallets(List<GroupResult.WalletWrite> wallets) {
    return SqlStep.update(
        UPDATE_WALLETS,
        wallets.stream().map(wallet -> wallet.buyer().sub()).toArray(String[]::new),
        wallets.stream().mapToLong(wallet -> wallet.row().balance()).toArray(),
        wallets.stream().mapToLong(wallet -> wallet.row().version()).toArray());
  }

  private static SqlStep transfers(List<Transfer> transfers, Instant now) {
    int size = transfers.size();
    UUID[] ids = new UUID[size];
    String[] kinds = new String[size];
    long[] amounts = new long[size];
    String[] buyers = new String[size];
    @Nullable UUID[] bookings = new @Nullable UUID[size];
    String[] orderers = new String[size];
    for (int i = 0; i < size; i++) {
      Transfer transfer = transfers.get(i);
      ids[i] = transfer.id().value();
      kinds[i] = LedgerCodes.of(transfer.kind());
      amounts[i] = transfer.amount();
      buyers[i] = transfer.wallet().sub();
      bookings[i] = transfer.booking().map(BookingId::value).orElse(null);
      orderers[i] = transfer.orderedBy().sub();
    }
    return SqlStep.update(
        INSERT_TRANSFERS, Micros.of(now), ids, kinds, amounts, buyers, bookings, orderers);
  }

  private static SqlStep entries(List<Transfer> transfers) {
    int size = transfers.stream().mapToInt(transfer -> transfer.entries().size()).sum();
    UUID[] ids = new UUID[size];
    String[] accounts = new String[size];
    long[] amounts = new long[size];
    @Nullable String[] buyers = new @Nullable String[size];
    long[] numbers = new long[size];
    long[] balances = new long[size];
    int i = 0;
    for (Transfer transfer : transfers) {
      for (Transfer.Entry entry : transfer.entries()) {
        boolean ofWallet = entry.account() == Transfer.Account.WALLET;
        ids[i] = transfer.id().value();
        accounts[i] = LedgerCodes.of(entry.account());
        amounts[i] = entry.amount();
        buyers[i] = ofWallet ? transfer.wallet().sub() : null;
        numbers[i] = ofWallet ? transfer.number() : NO_NUMBER;
        balances[i] = ofWallet ? transfer.balance() : NO_BALANCE;
        i++;
      }
    }
    return SqlStep.update(INSERT_ENTRIES, ids, accounts, amounts, buyers, numbers, balances);
  }
}
