package dev.stampede.prove.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The labels of a show's seats, which count from 0 in the order of the seat map. */
final class SeatLabels {

  private final List<String> labels = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  SeatLabels(List<SectionLayout> sections) {
    for (SectionLayout section : sections) {
      for (int i = 0; i < section.seats(); i++) {
        numbers.put(section.label(i), labels.size());
        labels.add(section.label(i));
      }
    }
  }

  int size() {
    return labels.size();
  }

  String label(int number) {
    return labels.get(number);
  }

  /** Returns the number of a label, or -1 if the show has no such seat. */
  int number(String label) {
    return numbers.getOrDefault(label, -1);
  }

  /** Returns the labels as the items of a JSON list. */
  String json(List<Integer> seats) {
    StringBuilder json = new StringBuilder("[");
    for (int seat : seats) {
      json.append(json.length() > 1 ? ",\"" : "\"").append(label(seat)).append('"');
    }
    return json.append(']').toString();
  }
}
