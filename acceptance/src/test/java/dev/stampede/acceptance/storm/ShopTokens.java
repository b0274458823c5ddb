package dev.stampede.acceptance.storm;

import dev.stampede.server.auth.AuthSettings;
import dev.stampede.server.auth.Caller;
import dev.stampede.server.auth.DevelopmentIssuer;
import dev.stampede.server.auth.Role;
import java.time.InstantSource;
import java.util.Set;

/** Tokens as a shop's own issuer would sign them. */
final class ShopTokens {

  static final String SECRET = "a secret of the storm, thirty-two bytes or more";

  private static final DevelopmentIssuer ISSUER =
      new DevelopmentIssuer(new AuthSettings.Development(SECRET), InstantSource.system());

  private ShopTokens() {}

  /** Those called "operator" and "shop" are what they are called; everyone else buys. */
  static String issue(String sub) {
    Role role =
        switch (sub) {
          case "operator" -> Role.OPERATOR;
          case "shop" -> Role.SHOP;
          default -> Role.BUYER;
        };
    return ISSUER.issue(new Caller(sub, Set.of(role)));
  }
}
