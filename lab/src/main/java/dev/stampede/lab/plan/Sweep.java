package dev.stampede.lab.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;

/** One setting, and the values it is tried with. */
public record Sweep(Knob knob, List<String> values) {

  private static final int MAX_VALUES = 20;

  public Sweep {
    values = List.copyOf(values);
  }

  /** Parses text of the form {@code buyers=10,50,200}. */
  public static Sweep parse(String text) {
    int equals = text.indexOf('=');
    String word = equals < 0 ? text : text.substring(0, equals);
    Knob knob =
        Knob.named(word.strip())
            .orElseThrow(
                () ->
                    new WrongOptionException(
                        "--sweep cannot turn '%s'; give NAME=VALUE,VALUE with one of: %s"
                            .formatted(word, Knob.names())));
    List<String> values = new ArrayList<>();
    StringTokenizer tokens = new StringTokenizer(text.substring(equals + 1), ",");
    while (equals >= 0 && tokens.hasMoreTokens()) {
      values.add(tokens.nextToken().strip());
    }
    if (values.size() < 2 || values.size() > MAX_VALUES) {
      throw new WrongOptionException(
          "--sweep %s has %d values; give 2..%d, as in --sweep buyers=10,50,200"
              .formatted(word, values.size(), MAX_VALUES));
    }
    return new Sweep(knob, values);
  }
}
