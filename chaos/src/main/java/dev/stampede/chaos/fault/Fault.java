package dev.stampede.chaos.fault;

import java.util.function.Supplier;

/**
 * Something that goes wrong in a house, and is mended.
 *
 * @param note what can be told of it afterwards; mostly nothing
 */
public record Fault(Step begin, Step end, Supplier<String> note) {

  /** One thing that is done to it. */
  public interface Step {
    void run() throws Exception;
  }

  Fault(Step begin, Step end) {
    this(begin, end, () -> "");
  }
}
