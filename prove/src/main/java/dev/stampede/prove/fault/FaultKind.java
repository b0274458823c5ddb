package dev.stampede.prove.fault;

import dev.stampede.prove.site.SiteShape;
import java.util.List;

/**
 * A kind of fault.
 *
 * @param label as the option {@code --faults} and reports have it
 * @param story what it does and how it is repaired, for people
 */
public record FaultKind(
    String label,
    String story,
    Length length,
    Frequency frequency,
    FaultScope scope,
    Injection injection) {

  /** The names that it can be done to; none where the site does not allow it. */
  public List<String> targets(SiteShape shape) {
    return scope.targets().apply(shape);
  }

  List<PartClaim> claims(SiteShape shape, String target) {
    return scope.claims().apply(shape, target);
  }

  @Override
  public String toString() {
    return label;
  }
}
