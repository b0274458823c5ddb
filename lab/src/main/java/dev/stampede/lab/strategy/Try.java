package dev.stampede.lab.strategy;

import java.util.List;

/** The result of one transaction. */
public sealed interface Try {

  /** The seats are the buyer's as soon as it is committed. */
  record Sold(List<Integer> seats) implements Try {
    public Sold {
      seats = List.copyOf(seats);
    }
  }

  /** The wanted seats are another buyer's; these of them, where they were named. */
  record Gone(List<Integer> seats) implements Try {
    public Gone {
      seats = List.copyOf(seats);
    }
  }

  /** Somebody came in between: nothing was written, the whole transaction runs again. */
  record Overtaken(String by) implements Try {}

  /** A lock was not free, and was not waited for any longer: nothing was written. */
  record Busy(String what) implements Try {}
}
