package dev.stampede.crowd.demo;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The map of a show as somebody saw it a moment ago. */
record SeatPicture(List<Block> blocks) {

  /** The number of rows that a buyer looks at before leaving the choice to the server. */
  private static final int LOOKS = 12;

  SeatPicture {
    blocks = List.copyOf(blocks);
  }

  /** A section with rows: a letter a seat, row by row. */
  record Block(String name, int rows, int seatsPerRow, String states) {

    boolean isFree(int row, int seat) {
      int at = row * seatsPerRow + seat;
      return at < states.length() && states.charAt(at) == 'f';
    }
  }

  /** Sections without rows have no map, and are not in the picture. */
  static SeatPicture of(JsonBody answer) {
    return new SeatPicture(
        answer.at("sections").items().stream()
            .map(
                section ->
                    new Block(
                        section.text("name"),
                        (int) section.whole("rows", 0),
                        (int) section.whole("seatsPerRow", 0),
                        section.text("states")))
            .filter(block -> block.rows() > 0 && block.seatsPerRow() > 0)
            .toList());
  }

  /**
   * Seats side by side, rather in the first section and its first rows, as everybody wants: so they
   * meet there. Nothing when none were found in a few looks.
   */
  List<String> wish(int wanted, SplittableRandom chance) {
    for (int look = 0; look < LOOKS && !blocks.isEmpty(); look++) {
      Block block = blocks.get(towardsFront(blocks.size(), chance));
      int row = towardsFront(block.rows(), chance);
      int places = block.seatsPerRow() - wanted + 1;
      if (places > 0) {
        int from = chance.nextInt(places);
        for (int i = 0; i < places; i++) {
          int first = (from + i) % places;
          if (isFree(block, row, first, wanted)) {
            return labels(block, row, first, wanted);
          }
        }
      }
    }
    return List.of();
  }

  private static int towardsFront(int count, SplittableRandom chance) {
    return (int) (count * Math.pow(chance.nextDouble(), 3));
  }

  private static boolean isFree(Block block, int row, int first, int wanted) {
    return IntStream.range(first, first + wanted).allMatch(seat -> block.isFree(row, seat));
  }

  private static List<String> labels(Block block, int row, int first, int wanted) {
    return IntStream.range(first, first + wanted)
        .mapToObj(seat -> "%s-%d-%d".formatted(block.name(), row + 1, seat + 1))
        .toList();
  }
}
