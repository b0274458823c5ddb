package dev.stampede.server.wallet;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.wallet.Wallets;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A line of a wallet's statement as its buyer sees it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record EntryReply(
    long number,
    String kind,
    long amount,
    long balance,
    @Nullable String bookingId,
    String transferId,
    Instant at) {

  static EntryReply of(Wallets.Line line) {
    return new EntryReply(
        line.number(),
        line.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        line.amount(),
        line.balance(),
        line.booking().map(BookingId::toString).orElse(null),
        line.transfer().toString(),
        line.at());
  }
}
