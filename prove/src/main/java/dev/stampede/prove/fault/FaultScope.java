package dev.stampede.prove.fault;

import dev.stampede.prove.site.SiteShape;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The targets of a kind of fault, and the parts that it needs for itself.
 *
 * @param targets none where the site does not allow it
 * @param claims for one of the targets
 */
record FaultScope(
    Function<SiteShape, List<String>> targets,
    BiFunction<SiteShape, String, List<PartClaim>> claims) {

  static FaultScope of(
      Function<SiteShape, List<String>> targets, Function<String, List<PartClaim>> claims) {
    return new FaultScope(targets, (_, target) -> claims.apply(target));
  }

  /** PostgreSQL, which is away meanwhile. */
  static FaultScope postgres() {
    return service(PartClaim.POSTGRES, PartClaim.ALL);
  }

  /** PostgreSQL, which goes on meanwhile. */
  static FaultScope postgresServing() {
    return service(PartClaim.POSTGRES, 1);
  }

  static FaultScope service(String name, int shares) {
    return of(_ -> List.of(name), _ -> List.of(new PartClaim(name, shares)));
  }

  /** One of the servers, which is away meanwhile. */
  static FaultScope server() {
    return of(
        SiteShape::serverNames,
        server -> List.of(PartClaim.the(server), PartClaim.the(PartClaim.SERVERS)));
  }

  /** One of the links. */
  static FaultScope link() {
    return of(SiteShape::links, link -> List.of(PartClaim.the(link)));
  }

  /** One of the nodes of Redis, which is away meanwhile. */
  static FaultScope redisNode() {
    return of(
        SiteShape::redisNames,
        node ->
            List.of(
                node.equals(FaultScene.LOCKS)
                    ? PartClaim.the(node)
                    : PartClaim.allOf(PartClaim.REDIS)));
  }

  /** One of the brokers, which is away meanwhile. */
  static FaultScope broker() {
    return of(SiteShape::brokerNames, _ -> List.of(PartClaim.allOf(PartClaim.KAFKA)));
  }
}
