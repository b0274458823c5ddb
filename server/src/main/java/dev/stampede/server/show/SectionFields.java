package dev.stampede.server.show;

import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.server.http.Fields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads a show's sections: each has rows and seats per row, or a capacity. */
final class SectionFields {

  private static final Set<String> NAMES =
      Set.of("name", "price", "rows", "seatsPerRow", "capacity");
  private static final int MAX_NAME_CHARS = 12;

  private final Fields body;
  private final Set<String> names = new HashSet<>();
  private long seats;

  SectionFields(Fields body) {
    this.body = body;
  }

  /** The sections that are good; what is wrong with the others is noted. */
  List<Section> read() {
    List<Section> sections = new ArrayList<>();
    body.objects("sections", 1, SeatMap.MAX_SECTIONS)
        .required()
        .ifPresent(all -> all.forEach(each -> section(each).ifPresent(sections::add)));
    if (seats > SeatMap.MAX_SEATS) {
      body.refuse(
          "sections",
          "have %d seats together; a show has at most %d".formatted(seats, SeatMap.MAX_SEATS));
    }
    return sections;
  }

  private Optional<Section> section(Fields fields) {
    fields.knowing(NAMES);
    Optional<String> name = name(fields);
    Optional<Long> price = fields.whole("price", 1, Section.MAX_PRICE).required();
    Optional<Long> capacity = fields.whole("capacity", 1, SeatMap.MAX_SEATS).optional();
    if (fields.isPresent("capacity")) {
      for (String rowField : List.of("rows", "seatsPerRow")) {
        if (fields.isPresent(rowField)) {
          fields.refuse(
              rowField, "cannot come with capacity; give rows and seatsPerRow, or capacity");
        }
      }
      capacity.ifPresent(places -> seats += places);
      return name.isPresent() && price.isPresent() && capacity.isPresent()
          ? Optional.of(new Section.Open(name.get(), price.get(), capacity.get().intValue()))
          : Optional.empty();
    }
    return mapped(fields, name, price);
  }

  private Optional<Section> mapped(Fields fields, Optional<String> name, Optional<Long> price) {
    if (!fields.isPresent("rows") && !fields.isPresent("seatsPerRow")) {
      fields.refuse("rows", "is missing; give rows and seatsPerRow, or capacity alone");
      return Optional.empty();
    }
    Optional<Long> rows = fields.whole("rows", 1, SeatMap.MAX_SEATS).required();
    Optional<Long> perRow = fields.whole("seatsPerRow", 1, SeatMap.MAX_SEATS).required();
    if (rows.isEmpty() || perRow.isEmpty()) {
      return Optional.empty();
    }
    long product = rows.get() * perRow.get();
    seats += product;
    return name.isPresent() && price.isPresent() && product <= SeatMap.MAX_SEATS
        ? Optional.of(
            new Section.Mapped(
                name.get(), price.get(), rows.get().intValue(), perRow.get().intValue()))
        : Optional.empty();
  }

  private Optional<String> name(Fields fields) {
    Optional<String> name = fields.text("name", 1, MAX_NAME_CHARS).required();
    if (name.isEmpty()) {
      return name;
    }
    if (!Section.NAME.matcher(name.get()).matches()) {
      fields.refuse("name", "is \"" + name.get() + "\"; give 1..12 of A-Z, a-z and 0-9");
      return Optional.empty();
    }
    if (!names.add(name.get())) {
      fields.refuse("name", "is \"" + name.get() + "\" for the second time; names are unique");
      return Optional.empty();
    }
    return name;
  }
}
