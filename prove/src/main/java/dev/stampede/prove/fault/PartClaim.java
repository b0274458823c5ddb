package dev.stampede.prove.fault;

import dev.stampede.prove.site.SiteShape;

/**
 * A share of a part of the site that a fault needs for itself. Faults that together need more than
 * there is of a part never overlap: so the site stays repairable.
 *
 * @param part the name of a server, a link or a service
 */
record PartClaim(String part, int shares) {

  static final String POSTGRES = "postgres";
  static final String REDIS = "redis";
  static final String KAFKA = "kafka";

  /** The servers of which one has to stay. */
  static final String SERVERS = "servers";

  /** All of a service. A fault that leaves a service running needs one share. */
  static final int ALL = 4;

  /** Returns the number of shares that a part has. */
  static int sharesOf(String part, SiteShape shape) {
    return switch (part) {
      case POSTGRES, REDIS, KAFKA -> ALL;
      case SERVERS -> Math.max(1, shape.servers() - 1);
      default -> 1;
    };
  }

  static PartClaim allOf(String service) {
    return new PartClaim(service, ALL);
  }

  static PartClaim someOf(String service) {
    return new PartClaim(service, 1);
  }

  /** The only share of a server, a link or a clock. */
  static PartClaim the(String part) {
    return new PartClaim(part, 1);
  }
}
