package dev.stampede.chaos.fault;

/** Something that goes wrong in a house, and is mended. */
public record Fault(Step begin, Step end) {

  /** One thing that is done to it. */
  public interface Step {
    void run() throws Exception;
  }
}
