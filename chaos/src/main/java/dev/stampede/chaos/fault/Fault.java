package dev.stampede.chaos.fault;

import java.util.function.Supplier;

/**
 * Something that goes wrong in a deployment, and is mended.
 *
 * @param note a remark on it afterwards; mostly empty
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
