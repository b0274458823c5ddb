package dev.stampede.engine.claim;

import dev.stampede.engine.show.SeatMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The seats that a buyer wants: these, or the best that are free. */
public sealed interface Wanted {

  int quantity();

  /** These seats, all or none; sorted and without repeats. */
  record Seats(List<Integer> numbers) implements Wanted {
    public Seats {
      numbers = List.copyOf(numbers);
      if (numbers.isEmpty()) {
        throw new IllegalArgumentException("no seats are named; name at least one");
      }
      for (int i = 1; i < numbers.size(); i++) {
        if (numbers.get(i - 1) >= numbers.get(i)) {
          throw new IllegalArgumentException("seats " + numbers + " are not sorted and distinct");
        }
      }
    }

    @Override
    public int quantity() {
      return numbers.size();
    }
  }

  /** So many, together if possible, of this section and at most at this price each, if given. */
  record Best(int quantity, OptionalInt section, OptionalLong maxPrice) implements Wanted {
    public Best {
      if (quantity < 1) {
        throw new IllegalArgumentException("quantity is " + quantity + "; it counts from 1");
      }
    }

    /** True if the buyer accepts seats of this section of the map. */
    public boolean allows(SeatMap map, int index) {
      return (section.isEmpty() || section.getAsInt() == index)
          && (maxPrice.isEmpty() || map.sections().get(index).price() <= maxPrice.getAsLong());
    }
  }
}
