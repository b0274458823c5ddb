package dev.stampede.engine.show;

import java.util.regex.Pattern;

/** A part of a show's seats with one price: mapped in rows, or open with a capacity. */
public sealed interface Section {

  Pattern NAME = Pattern.compile("[A-Za-z0-9]{1,12}");
  long MAX_PRICE = (1L << 53) - 1;

  String name();

  long price();

  int seats();

  /** The label of the seat with this index in the section, counted from 0. */
  String label(int index);

  /** Rows of seats that can be chosen one by one. */
  record Mapped(String name, long price, int rows, int seatsPerRow) implements Section {
    public Mapped {
      refuseWrong(name, price);
      if (rows < 1 || seatsPerRow < 1) {
        throw new IllegalArgumentException(
            "section %s has %d rows of %d seats; both count from 1"
                .formatted(name, rows, seatsPerRow));
      }
      refuseTooMany(name, (long) rows * seatsPerRow);
    }

    @Override
    public int seats() {
      return rows * seatsPerRow;
    }

    @Override
    public String label(int index) {
      return name + "-" + (index / seatsPerRow + 1) + "-" + (index % seatsPerRow + 1);
    }
  }

  /** General admission: places without a map, claimed by number alone. */
  record Open(String name, long price, int capacity) implements Section {
    public Open {
      refuseWrong(name, price);
      if (capacity < 1) {
        throw new IllegalArgumentException(
            "section %s has capacity %d; it counts from 1".formatted(name, capacity));
      }
      refuseTooMany(name, capacity);
    }

    @Override
    public int seats() {
      return capacity;
    }

    @Override
    public String label(int index) {
      return name + "-" + (index + 1);
    }
  }

  private static void refuseWrong(String name, long price) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("section name '" + name + "' is not " + NAME.pattern());
    }
    if (price < 1 || price > MAX_PRICE) {
      throw new IllegalArgumentException(
          "section %s costs %d; a price is 1..%d".formatted(name, price, MAX_PRICE));
    }
  }

  private static void refuseTooMany(String name, long seats) {
    if (seats > SeatMap.MAX_SEATS) {
      throw new IllegalArgumentException(
          "section %s has %d seats; a show has at most %d"
              .formatted(name, seats, SeatMap.MAX_SEATS));
    }
  }
}
