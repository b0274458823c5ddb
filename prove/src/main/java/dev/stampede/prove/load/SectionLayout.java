package dev.stampede.prove.load;

/**
 * A section of a show: with a map, or open with a capacity.
 *
 * @param seatsPerRow 0: the section is open, and {@code rows} is its capacity
 */
record SectionLayout(String name, int price, int rows, int seatsPerRow) {

  static SectionLayout mapped(String name, int price, int rows, int seatsPerRow) {
    return new SectionLayout(name, price, rows, seatsPerRow);
  }

  static SectionLayout open(String name, int price, int capacity) {
    return new SectionLayout(name, price, capacity, 0);
  }

  boolean isOpen() {
    return seatsPerRow == 0;
  }

  int seats() {
    return isOpen() ? rows : rows * seatsPerRow;
  }

  String label(int index) {
    return isOpen()
        ? name + "-" + (index + 1)
        : name + "-" + (index / seatsPerRow + 1) + "-" + (index % seatsPerRow + 1);
  }

  String json() {
    return isOpen()
        ? "{\"name\":\"%s\",\"price\":%d,\"capacity\":%d}".formatted(name, price, rows)
        : "{\"name\":\"%s\",\"price\":%d,\"rows\":%d,\"seatsPerRow\":%d}"
            .formatted(name, price, rows, seatsPerRow);
  }
}
