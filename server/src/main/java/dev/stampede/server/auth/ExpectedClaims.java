package dev.stampede.server.auth;

import com.nimbusds.jwt.JWTClaimsSet;
import java.util.Optional;

/**
 * The issuer and the audience that a token has to name.
 *
 * <p>A signature alone says who made a token, not for whom: an identity provider signs the tokens
 * of all its applications with the same keys, and tenants of one provider may share them too.
 *
 * @param issuer what {@code iss} has to be, character by character
 * @param audience what {@code aud} has to be, or has to contain where it is a list
 */
public record ExpectedClaims(Optional<String> issuer, Optional<String> audience) {

  /** Neither is looked at. */
  public static final ExpectedClaims NONE = new ExpectedClaims(Optional.empty(), Optional.empty());

  public static final int MAX_CHARS = 256;

  /** Why these claims are not the expected ones, or empty when they are. */
  Optional<String> refusal(TokenClaims claims) {
    if (issuer.isPresent() && !issuer.equals(claims.issuer())) {
      return Optional.of(refusal("iss", claims.issuer().isEmpty(), "AUTH_ISSUER"));
    }
    if (audience.isPresent() && !claims.audience().contains(audience.get())) {
      return Optional.of(refusal("aud", claims.audience().isEmpty(), "AUTH_AUDIENCE"));
    }
    return Optional.empty();
  }

  private static String refusal(String claim, boolean missing, String setting) {
    return missing
        ? "the token has no %s; this server requires the one that %s sets".formatted(claim, setting)
        : "the token's %s is not the one that %s sets; get a token for this server"
            .formatted(claim, setting);
  }

  /** Adds the expected claims to a token. */
  JWTClaimsSet.Builder addTo(JWTClaimsSet.Builder claims) {
    issuer.ifPresent(claims::issuer);
    audience.ifPresent(claims::audience);
    return claims;
  }
}
