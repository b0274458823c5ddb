package dev.stampede.server.sale;

import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.seats.SeatBoard;
import dev.stampede.engine.show.SeatMap;
import java.math.BigInteger;
import java.time.Instant;

/**
 * A board in numbers.
 *
 * @param worth what the seats cost that are sold: a price never changes, and a booking that is
 *     cancelled frees its seats
 */
record BoardFigures(long free, long held, long sold, BigInteger worth) {

  static BoardFigures of(SeatBoard board, Instant now) {
    String letters = board.picture(now).letters();
    SeatMap map = board.map();
    long held = 0;
    long sold = 0;
    BigInteger worth = BigInteger.ZERO;
    for (int section = 0; section < map.sections().size(); section++) {
      int first = map.firstSeat(section);
      int end = first + map.sections().get(section).seats();
      long soldHere = 0;
      for (int seat = first; seat < end; seat++) {
        char letter = letters.charAt(seat);
        held += letter == SeatState.HELD.letter() ? 1 : 0;
        soldHere += letter == SeatState.SOLD.letter() ? 1 : 0;
      }
      sold += soldHere;
      BigInteger price = BigInteger.valueOf(map.sections().get(section).price());
      worth = worth.add(price.multiply(BigInteger.valueOf(soldHere)));
    }
    return new BoardFigures(letters.length() - held - sold, held, sold, worth);
  }
}
