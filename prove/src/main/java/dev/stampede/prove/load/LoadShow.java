package dev.stampede.prove.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** A show on sale, with the seats that clients prefer. */
final class LoadShow {

  private static final double SEAT_EXPONENT = 0.6;

  /** Of claims for several seats, those whose seats are apart and in no order. */
  private static final double SCATTERED = 0.3;

  private final long id;
  private final ShowTraits traits;
  private final SeatLabels labels;
  private final int mapped;
  private final ZipfDraw hot;

  /**
   * The rules of a show.
   *
   * @param limit seats that a buyer may have; 0: any number
   * @param waitingRoom as JSON; empty: none
   */
  record ShowTraits(
      String name, int holdSeconds, int limit, String waitingRoom, List<SectionLayout> sections) {

    ShowTraits {
      sections = List.copyOf(sections);
    }

    boolean hasWaitingRoom() {
      return !waitingRoom.isEmpty();
    }
  }

  LoadShow(long id, ShowTraits traits) {
    this.id = id;
    this.traits = traits;
    this.labels = new SeatLabels(traits.sections());
    this.mapped =
        traits.sections().stream()
            .filter(section -> !section.isOpen())
            .mapToInt(SectionLayout::seats)
            .sum();
    this.hot = new ZipfDraw(mapped, SEAT_EXPONENT);
  }

  long id() {
    return id;
  }

  SeatLabels labels() {
    return labels;
  }

  int holdSeconds() {
    return traits.holdSeconds();
  }

  boolean hasWaitingRoom() {
    return traits.hasWaitingRoom();
  }

  /** Draws a section, or none; the best seats are looked for in it. */
  String section(Random random) {
    List<SectionLayout> sections = traits.sections();
    return random.nextBoolean() ? "" : sections.get(random.nextInt(sections.size())).name();
  }

  /** Draws different seats that have labels of their own to claim: open sections have none. */
  List<Integer> seats(Random random, int count) {
    boolean scattered = random.nextDouble() < SCATTERED;
    int first = hot.draw(random);
    List<Integer> seats = new ArrayList<>();
    seats.add(first);
    while (seats.size() < Math.min(count, mapped)) {
      int next = scattered ? hot.draw(random) : (first + seats.size()) % mapped;
      if (!seats.contains(next)) {
        seats.add(next);
      }
    }
    Collections.shuffle(seats, random);
    return seats;
  }

  /** Returns another seat with a label to claim. */
  int next(int seat) {
    return (seat + 1) % mapped;
  }

  /** Draws seats to look at; neighbours, beginning with a hot one. */
  List<Integer> view(Random random, int count) {
    int first = hot.draw(random);
    List<Integer> seats = new ArrayList<>();
    for (int i = 0; i < Math.min(count, labels.size()); i++) {
      seats.add((first + i) % labels.size());
    }
    return seats;
  }
}
