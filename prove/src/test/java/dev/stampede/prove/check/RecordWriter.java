package dev.stampede.prove.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.prove.check.judge.SmallHistory;
import dev.stampede.prove.check.judge.SmallHistory.BookingRow;
import dev.stampede.prove.check.judge.SmallHistory.SeatEvent;
import dev.stampede.prove.history.CallRecorder;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes records as a run leaves them: rows as COPY writes them, in the product's columns. */
final class RecordWriter {

  static final Instant BEGUN = Instant.parse("2026-01-01T00:00:00Z");
  private static final String NONE = "\\N";

  private final Path folder;
  private final Map<String, BufferedWriter> files = new TreeMap<>();
  private @Nullable Integer limit;
  private long room;

  RecordWriter(Path folder) {
    this.folder = folder;
    try {
      Files.createDirectories(folder.resolve("tables"));
      ProductSchema.TABLES.forEach(this::table);
      for (String table : List.of("fenced_write", "job_effect", "job_asked")) {
        table("prove." + table);
      }
      file("faults.tsv");
      file("events.tsv");
      Files.writeString(
          folder.resolve("run.properties"),
          "begunAt=%s%nhealedMicros=1000000%ndrainedMicros=2000000%n".formatted(BEGUN));
    } catch (IOException e) {
      throw new UncheckedIOException("no record in " + folder, e);
    }
  }

  private BufferedWriter file(String name) {
    return files.computeIfAbsent(
        name,
        _ -> {
          try {
            return Files.newBufferedWriter(folder.resolve(name), UTF_8);
          } catch (IOException e) {
            throw new UncheckedIOException("no file " + name, e);
          }
        });
  }

  private BufferedWriter table(String name) {
    return file("tables/" + name + ".tsv");
  }

  /** Says that a buyer may have so many seats of a show. */
  RecordWriter limit(int seats) {
    limit = seats;
    return this;
  }

  /** Says that this show has a waiting room. */
  RecordWriter room(long show) {
    room = show;
    return this;
  }

  /** Adds a row to a file of the record. */
  void line(String file, @Nullable Object... fields) {
    StringBuilder line = new StringBuilder();
    for (Object field : fields) {
      line.append(line.isEmpty() ? "" : "\t").append(field == null ? NONE : field);
    }
    try {
      file(file).append(line).append('\n');
    } catch (IOException e) {
      throw new UncheckedIOException("not written: " + line, e);
    }
  }

  /** Adds a row to a table. */
  void row(String table, @Nullable Object... fields) {
    line("tables/" + table + ".tsv", fields);
  }

  static String time(long micros) {
    return BEGUN.plus(micros, ChronoUnit.MICROS).toString();
  }

  private static @Nullable String timeOrNone(@Nullable Long micros) {
    return micros == null ? null : time(micros);
  }

  static String array(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
  }

  /** Writes the calls of these histories, in their order. */
  void calls(List<SmallHistory> histories) {
    calls(recorder -> histories.forEach(one -> one.calls().forEach(recorder::record)));
  }

  void calls(Consumer<CallRecorder> calls) {
    try (CallRecorder recorder = CallRecorder.to(folder.resolve("calls.tsv"))) {
      calls.accept(recorder);
    }
  }

  /** Writes the rows of a history, and its events as they should have been told. */
  void rows(SmallHistory history) {
    history.sale().shows().forEach(this::show);
    history
        .sale()
        .seats()
        .forEach(
            one ->
                row(
                    "seat",
                    one.seat().show(),
                    one.seat().number(),
                    one.version(),
                    one.hold() == null ? null : time(0),
                    one.hold(),
                    one.state(),
                    one.hold() == null ? null : one.buyer()));
    history
        .sale()
        .holds()
        .forEach(
            one ->
                row(
                    "hold",
                    one.id(),
                    one.claimed().show(),
                    one.claimed().total(),
                    time(one.expiresAt()),
                    time(one.createdAt()),
                    one.state(),
                    one.claimed().buyer(),
                    array(one.claimed().seats())));
    history.sale().events().forEach(this::event);
    history.sale().bookings().forEach(this::booking);
    ledger(history.ledger());
    history.sale().shows().forEach(show -> statistics(show.id(), history.sale()));
  }

  /** Figures as the product has them when everything was told. */
  private void statistics(long show, SmallHistory.Sale sale) {
    long[] counts = new long[5];
    for (SeatEvent event : sale.events()) {
      if (event.seat().show() == show) {
        switch (event.change().reason()) {
          case 'c' -> counts[0]++;
          case 'g' -> counts[1]++;
          case 'e' -> counts[2]++;
          case 'p' -> counts[3]++;
          default -> counts[4]++;
        }
      }
    }
    row(
        "section_statistic",
        show,
        time(0),
        counts[0],
        counts[1],
        counts[2],
        counts[3],
        counts[4],
        "A");
    List<BookingRow> bookings =
        sale.bookings().stream().filter(one -> one.claimed().show() == show).toList();
    long cancelled = bookings.stream().filter(one -> one.cancelledAt() != null).count();
    row("booking_statistic", show, bookings.size(), cancelled);
    for (BookingRow booking : bookings) {
      int version = booking.cancelledAt() == null ? 1 : 2;
      row("inbox", version, "f", "f", "statistics", "stampede.booking-events", booking.id(), 1);
    }
  }

  private void show(SmallHistory.ShowRow show) {
    boolean hasRoom = show.id() == room;
    row(
        "show",
        show.id(),
        "Show",
        time(0),
        time(0),
        "o",
        8,
        limit,
        show.holdMicros() / 1000,
        hasRoom ? "t" : null,
        hasRoom ? 10 : null,
        hasRoom ? 10 : null,
        hasRoom ? 10_000 : null,
        hasRoom ? "f" : null,
        1,
        time(0));
    row("section", show.id(), 0, "A", show.price(), 1, show.seats(), null);
  }

  private void event(SeatEvent one) {
    row(
        "seat_event",
        one.seat().show(),
        one.seat().number(),
        one.version(),
        time(one.at()),
        one.owner().hold(),
        one.change().type(),
        one.change().reason(),
        one.owner().buyer(),
        one.owner().booking());
    told(one, 1, one.version());
  }

  /** Writes an event of a seat as the relay sends it. */
  void told(SeatEvent one, long epoch, long offset) {
    String seat = "A-1-" + (one.seat().number() + 1);
    line(
        "events.tsv",
        "seat-events",
        0,
        offset,
        one.seat().show() + "/" + seat,
        "{\"type\":\"seat.%s\",\"showId\":\"%d\",\"seat\":\"%s\",\"epoch\":%d,\"version\":%d,\"reason\":\"%s\",\"holdId\":\"%s\",%s\"buyer\":\"%s\",\"at\":\"%s\"}"
            .formatted(
                type(one.change().type()),
                one.seat().show(),
                seat,
                epoch,
                one.version(),
                reason(one.change().reason()),
                one.owner().hold(),
                one.owner().booking() == null
                    ? ""
                    : "\"bookingId\":\"" + one.owner().booking() + "\",",
                one.owner().buyer(),
                time(one.at())));
  }

  private static String type(char letter) {
    return switch (letter) {
      case 'h' -> "held";
      case 's' -> "sold";
      default -> "released";
    };
  }

  private static String reason(char letter) {
    return switch (letter) {
      case 'c' -> "claimed";
      case 'g' -> "given-back";
      case 'e' -> "expired";
      case 'm' -> "more-time";
      case 'p' -> "paid";
      default -> "cancelled";
    };
  }

  private void booking(BookingRow one) {
    row(
        "booking",
        one.id(),
        one.hold(),
        one.claimed().show(),
        one.claimed().total(),
        time(one.confirmedAt()),
        timeOrNone(one.cancelledAt()),
        one.balances().paid(),
        one.balances().refunded(),
        one.claimed().buyer(),
        null,
        null,
        array(one.claimed().seats()));
    told(one, 1, "confirmed", one.confirmedAt());
    Long cancelled = one.cancelledAt();
    if (cancelled != null) {
      told(one, 2, "cancelled", cancelled);
    } else {
      one.claimed().seats().forEach(seat -> row("sold_seat", one.claimed().show(), seat, one.id()));
    }
  }

  private void told(BookingRow one, int version, String state, long at) {
    String seats =
        one.claimed().seats().stream()
            .map(seat -> "\"A-1-" + (seat + 1) + "\"")
            .collect(Collectors.joining(",", "[", "]"));
    line(
        "events.tsv",
        "booking-events",
        0,
        version,
        one.id(),
        "{\"type\":\"booking.%s\",\"bookingId\":\"%s\",\"epoch\":1,\"version\":%d,\"buyer\":\"%s\",\"at\":\"%s\",\"booking\":{\"showId\":\"%d\",\"seats\":%s,\"total\":%d}}"
            .formatted(
                state,
                one.id(),
                version,
                one.claimed().buyer(),
                time(at),
                one.claimed().show(),
                seats,
                one.claimed().total()));
  }

  private void ledger(SmallHistory.Ledger ledger) {
    ledger.wallets().forEach(one -> row("wallet", one.balance(), one.version(), one.buyer()));
    ledger
        .transfers()
        .forEach(
            one ->
                row(
                    "transfer",
                    one.id(),
                    one.amount(),
                    time(one.at()),
                    one.kind(),
                    one.booking(),
                    one.buyer(),
                    null));
    ledger
        .entries()
        .forEach(
            one -> {
              boolean isWallet = one.account() == 'w';
              row(
                  "entry",
                  one.amount(),
                  isWallet ? one.line().number() : null,
                  isWallet ? one.line().balance() : null,
                  one.transfer(),
                  one.account(),
                  isWallet ? one.buyer() : null);
            });
    ledger
        .operations()
        .forEach(
            one ->
                row(
                    "operation",
                    "\\\\x" + one.id(),
                    "\\\\x" + "00".repeat(32),
                    one.subject(),
                    time(0),
                    one.answer()));
  }

  /** Ends the record; it can be checked then. */
  Path close() {
    try {
      for (BufferedWriter file : files.values()) {
        file.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the record could not be completed", e);
    }
    return folder;
  }
}
