package dev.stampede.engine.verify;

/**
 * Two places that do not agree.
 *
 * @param place where in its part, in the order in which that is gone through
 * @param kind what sort of disagreement it is
 * @param detail the rows by name, and what each says
 */
public record Drift(Part part, String place, String kind, String detail) {

  @Override
  public String toString() {
    return "%s: %s: %s".formatted(part.label(), kind, detail);
  }
}
