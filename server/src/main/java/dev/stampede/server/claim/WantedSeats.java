package dev.stampede.server.claim;

import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.Show;
import dev.stampede.server.http.Fields;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.text.Characters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

/** Reads which seats somebody wants: labels turn into numbers here and nowhere deeper. */
public final class WantedSeats {

  /** The fields that say it; exactly one of them is to be there. */
  public static final Set<String> NAMES = Set.of("seats", "best");

  private static final Set<String> BEST_NAMES = Set.of("quantity", "section", "maxPrice");

  private static final int MAX_SECTION_CHARS = 12;

  private final SeatMap map;
  private final int maxSeats;

  public WantedSeats(Show show) {
    this.map = show.map();
    this.maxSeats = show.settings().maxSeatsPerHold();
  }

  /** The result of reading. */
  public sealed interface Read {
    record Good(Wanted wanted) implements Read {}

    record Bad(Problem problem) implements Read {}
  }

  /** Reads them from a body whose other fields have been read: what is wrong there is told too. */
  public Read read(Fields body) {
    Optional<List<String>> seats = body.texts("seats", 1, maxSeats).optional();
    Optional<Fields> best = body.object("best").optional();
    if (body.isPresent("seats") == body.isPresent("best")) {
      body.refuse("seats", "and best are alternatives; give exactly one of them");
    }
    Optional<Wanted> bestSeats = best.map(this::best);
    body.requireGood();
    return seats.map(this::seats).orElseGet(() -> new Read.Good(bestSeats.orElseThrow()));
  }

  private Read seats(List<String> labels) {
    int[] numbers = new int[labels.size()];
    List<String> unknown = new ArrayList<>(0);
    for (int i = 0; i < numbers.length; i++) {
      OptionalInt seat = map.seat(labels.get(i));
      if (seat.isPresent() && map.isMapped(seat.getAsInt())) {
        numbers[i] = seat.getAsInt();
      } else {
        unknown.add(shortened(labels.get(i)));
      }
    }
    if (!unknown.isEmpty()) {
      return new Read.Bad(unknown(unknown));
    }
    Arrays.sort(numbers);
    for (int i = 1; i < numbers.length; i++) {
      if (numbers[i - 1] == numbers[i]) {
        return new Read.Bad(
            Problem.invalidField(
                "seats",
                "seats names %s more than once; name each seat once"
                    .formatted(map.label(numbers[i]))));
      }
    }
    return new Read.Good(new Wanted.Seats(IntStream.of(numbers).boxed().toList()));
  }

  private Wanted best(Fields best) {
    best.knowing(BEST_NAMES);
    Optional<Long> quantity = best.whole("quantity", 1, maxSeats).required();
    Optional<Long> maxPrice = best.whole("maxPrice", 1, Section.MAX_PRICE).optional();
    OptionalInt section = OptionalInt.empty();
    Optional<String> name = best.text("section", 1, MAX_SECTION_CHARS).optional();
    if (name.isPresent()) {
      section = map.sectionNamed(name.get());
      if (section.isEmpty()) {
        best.refuse("section", "is not a section of this show; GET the show to see them");
      }
    }
    return new Wanted.Best(
        quantity.orElse(1L).intValue(),
        section,
        maxPrice.map(OptionalLong::of).orElse(OptionalLong.empty()));
  }

  private static Problem unknown(List<String> labels) {
    return Problem.of(
        ProblemType.UNKNOWN_SEAT,
        "%d of the labels are not selectable seats of this show; a label is section-row-seat like"
                .formatted(labels.size())
            + " A-1-1; in a section without numbered seats use best",
        Map.of("unknown", labels));
  }

  /** Nobody needs a megabyte of nonsense back to know which one was meant. */
  private static String shortened(String label) {
    return Characters.cut(label, SeatMap.MAX_LABEL_CHARS);
  }
}
