package dev.stampede.bench.report;

/** A case or a part of a run that could not be measured, and why. */
public record Failed(String name, String reason) {

  @Override
  public String toString() {
    return "%s FAILED: %s".formatted(name, reason);
  }
}
