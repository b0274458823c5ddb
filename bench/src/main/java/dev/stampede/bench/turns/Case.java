package dev.stampede.bench.turns;

import java.time.Duration;

/** Something that is measured in turns with others; its name is its row in the table. */
public interface Case {

  String name();

  /** Measures for about this long, or, where the case has an end of its own, to that end. */
  CaseSample measure(Duration duration) throws Exception;

  /** Warms up before measuring, for about this long. */
  default void warmUp(Duration duration) throws Exception {
    measure(duration);
  }
}
