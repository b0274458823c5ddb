package dev.stampede.lab.contest;

import dev.stampede.lab.strategy.ClaimFailure;
import dev.stampede.lab.strategy.LabSeatRow;
import dev.stampede.lab.strategy.Try;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The log of single transactions, in the words of the source document. */
final class Transcript {

  private final Consumer<String> lines;

  /**
   * A log.
   *
   * @param lines takes whole lines, of many threads at once
   */
  Transcript(Consumer<String> lines) {
    this.lines = lines;
  }

  void begun(String label, int attempt) {
    say(label, "Transaction attempt #%d started.".formatted(attempt));
  }

  void read(String label, List<LabSeatRow> tickets) {
    tickets.forEach(ticket -> say(label, ticket.toString()));
  }

  void ended(String label, Try how, Duration took) {
    say(
        label,
        switch (how) {
          case Try.Sold(List<Integer> seats) ->
              "Ticket updated successfully: " + ticketIds(seats) + ".";
          case Try.Gone _ -> "No tickets available.";
          case Try.Overtaken(String by) -> "Overtaken (%s): nothing was written.".formatted(by);
          case Try.Busy(String what) -> "Busy (%s): nothing was written.".formatted(what);
        });
    say(label, "Transaction took %dms".formatted(took.toMillis()));
  }

  void gaveUp(String label, ClaimFailure why) {
    say(label, "Gave up: " + why.sentence() + ".");
  }

  void turn(String label, long place, int polls) {
    say(label, "Its turn: place %d in the queue, looked %d times.".formatted(place, polls));
  }

  /** Seats are counted from 0, tickets from 1. */
  static String ticketIds(List<Integer> seats) {
    return seats.stream().map(seat -> String.valueOf(seat + 1)).collect(Collectors.joining(", "));
  }

  private void say(String label, String text) {
    lines.accept("[" + label + "] " + text);
  }
}
