package dev.stampede.prove.check.judge;

import dev.stampede.prove.history.RecordedCall;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A few calls and all rows that a sale had after them. Times of the database are microseconds on
 * the clock of the calls.
 */
public record SmallHistory(List<RecordedCall> calls, Sale sale, Ledger ledger) {

  public SmallHistory {
    calls = List.copyOf(calls);
  }

  /** Shows with their seats, holds and bookings. */
  public record Sale(
      List<ShowRow> shows,
      List<SeatRow> seats,
      List<SeatEvent> events,
      List<HoldRow> holds,
      List<BookingRow> bookings) {

    public Sale {
      shows = List.copyOf(shows);
      seats = List.copyOf(seats);
      events = List.copyOf(events);
      holds = List.copyOf(holds);
      bookings = List.copyOf(bookings);
    }
  }

  /** Points, and the answers that are stored under keys. */
  public record Ledger(
      List<WalletRow> wallets,
      List<TransferRow> transfers,
      List<EntryRow> entries,
      List<OperationRow> operations) {

    public Ledger {
      wallets = List.copyOf(wallets);
      transfers = List.copyOf(transfers);
      entries = List.copyOf(entries);
      operations = List.copyOf(operations);
    }
  }

  /** A show whose seats all cost the same. */
  public record ShowRow(long id, int seats, long price, long holdMicros) {}

  /** A seat's place. */
  public record Seat(long show, int number) {}

  /** A seat as it is in the end: free, held or sold. */
  public record SeatRow(Seat seat, int version, char state, @Nullable UUID hold, String buyer) {}

  /** A version of a seat; its type and reason are the letters of the database. */
  public record SeatEvent(Seat seat, int version, Change change, Owner owner, long at) {}

  /** A seat's change: held, released or sold, and the reason. */
  public record Change(char type, char reason) {}

  /** The one that a seat's change is about. */
  public record Owner(String buyer, UUID hold, @Nullable UUID booking) {}

  /** A hold; its state is the letter of the database. */
  public record HoldRow(UUID id, Claimed claimed, char state, long createdAt, long expiresAt) {}

  /** The seats that a hold or a booking has. */
  public record Claimed(String buyer, long show, List<Integer> seats, long total) {

    public Claimed {
      seats = List.copyOf(seats);
    }
  }

  /** A booking that points have paid; without a time of cancellation it stands. */
  public record BookingRow(
      UUID id,
      UUID hold,
      Claimed claimed,
      long confirmedAt,
      @Nullable Long cancelledAt,
      Balances balances) {}

  /** The balances of the wallet after a booking was paid, and after it was given back. */
  public record Balances(long paid, @Nullable Long refunded) {}

  /** A wallet's row. */
  public record WalletRow(String buyer, long balance, long version) {}

  /** A movement of points: top-up, payment or refund. */
  public record TransferRow(
      UUID id, char kind, long amount, String buyer, @Nullable UUID booking, long at) {}

  /** One side of a transfer; the wallet's has a number and a balance. */
  public record EntryRow(UUID transfer, char account, long amount, String buyer, Line line) {}

  /** A line of a wallet's statement; zeros for other accounts. */
  public record Line(long number, long balance) {}

  /** An answer stored under a key: a hold, booking, cancellation or top-up. */
  public record OperationRow(String id, UUID subject, char answer) {}
}
