package dev.stampede.engine.show;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * All seats of a show, numbered without gaps from 0: section by section, row by row.
 *
 * <p>Inside, a seat is its number; its label exists only on the wire. Both directions are
 * arithmetic, so that a map of 200,000 seats costs what its list of sections costs.
 */
public final class SeatMap {

  public static final int MAX_SEATS = 200_000;
  public static final int MAX_SECTIONS = 200;

  /** The longest label there can be: a 12-letter section and two six-digit numbers. */
  public static final int MAX_LABEL_CHARS = 26;

  private final List<Section> sections;
  private final int[] firstSeats;
  private final Map<String, Integer> sectionByName = new HashMap<>();
  private final int size;

  public SeatMap(List<Section> sections) {
    if (sections.isEmpty() || sections.size() > MAX_SECTIONS) {
      throw new IllegalArgumentException(
          "a show has %d sections; give 1..%d".formatted(sections.size(), MAX_SECTIONS));
    }
    this.sections = List.copyOf(sections);
    this.firstSeats = new int[sections.size()];
    long seats = 0;
    for (int i = 0; i < sections.size(); i++) {
      firstSeats[i] = (int) seats;
      seats += sections.get(i).seats();
      if (seats > MAX_SEATS) {
        throw new IllegalArgumentException("a show has at most " + MAX_SEATS + " seats");
      }
      if (sectionByName.put(sections.get(i).name(), i) != null) {
        throw new IllegalArgumentException(
            "two sections are called " + sections.get(i).name() + "; names are unique");
      }
    }
    this.size = (int) seats;
  }

  public int size() {
    return size;
  }

  public List<Section> sections() {
    return sections;
  }

  /** The number of a section's first seat. */
  public int firstSeat(int section) {
    return firstSeats[section];
  }

  public OptionalInt sectionNamed(String name) {
    Integer index = sectionByName.get(name);
    return index == null ? OptionalInt.empty() : OptionalInt.of(index);
  }

  public int sectionOf(int seat) {
    int low = 0;
    int high = firstSeats.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (firstSeats[middle] <= seat) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  public long price(int seat) {
    return sections.get(sectionOf(seat)).price();
  }

  public String label(int seat) {
    if (seat < 0 || seat >= size) {
      throw new IllegalArgumentException("seat " + seat + " is not one of " + size);
    }
    int section = sectionOf(seat);
    return sections.get(section).label(seat - firstSeats[section]);
  }

  /** The seat of a label in its one spelling; places of open sections included. */
  public OptionalInt seat(String label) {
    if (label.length() > MAX_LABEL_CHARS) {
      return OptionalInt.empty();
    }
    int dash = label.indexOf('-');
    if (dash < 1) {
      return OptionalInt.empty();
    }
    Integer section = sectionByName.get(label.substring(0, dash));
    if (section == null) {
      return OptionalInt.empty();
    }
    int index =
        switch (sections.get(section)) {
          case Section.Open open -> count(label, dash + 1, label.length(), open.capacity()) - 1;
          case Section.Mapped mapped -> indexOf(label, dash + 1, mapped);
        };
    return index < 0 ? OptionalInt.empty() : OptionalInt.of(firstSeats[section] + index);
  }

  /** True if buyers choose the seat by label; the others are claimed by {@code best}. */
  public boolean isMapped(int seat) {
    return sections.get(sectionOf(seat)) instanceof Section.Mapped;
  }

  public Set<String> sectionNames() {
    return new HashSet<>(sectionByName.keySet());
  }

  private static int indexOf(String label, int from, Section.Mapped mapped) {
    int dash = label.indexOf('-', from);
    if (dash < 0) {
      return -1;
    }
    int row = count(label, from, dash, mapped.rows());
    int seat = count(label, dash + 1, label.length(), mapped.seatsPerRow());
    return row < 1 || seat < 1 ? -1 : (row - 1) * mapped.seatsPerRow() + seat - 1;
  }

  /** A number of 1..max without leading zeros, or 0. */
  private static int count(String text, int from, int to, int max) {
    if (from >= to || to - from > 6 || text.charAt(from) == '0') {
      return 0;
    }
    int value = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return 0;
      }
      value = value * 10 + (c - '0');
    }
    return value > max ? 0 : value;
  }
}
