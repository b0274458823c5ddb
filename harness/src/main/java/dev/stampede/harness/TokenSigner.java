package dev.stampede.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Signs tokens as a shop's own issuer does, with a new secret that the servers are told. A server
 * that hands out thousands of tokens itself would be warm before it is measured.
 */
public final class TokenSigner {

  private static final Duration LIFETIME = Duration.ofHours(2);
  private static final int SECRET_BYTES = 32;

  private final String secret;
  private final MACSigner signer;

  public TokenSigner() {
    byte[] bytes = new byte[SECRET_BYTES];
    ThreadLocalRandom.current().nextBytes(bytes);
    secret = HexFormat.of().formatHex(bytes);
    try {
      signer = new MACSigner(secret.getBytes(UTF_8));
    } catch (JOSEException e) {
      throw new IllegalStateException("a secret of 64 bytes is too short for HS256", e);
    }
  }

  /** The value of the setting AUTH_SECRET. */
  public String secret() {
    return secret;
  }

  /** A new token of this person. */
  public String sign(String sub, String role) {
    Instant now = Instant.now();
    SignedJWT token =
        new SignedJWT(
            new JWSHeader(JWSAlgorithm.HS256),
            new JWTClaimsSet.Builder()
                .subject(sub)
                .claim("roles", List.of(role))
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(LIFETIME)))
                .build());
    try {
      token.sign(signer);
    } catch (JOSEException e) {
      throw new IllegalStateException("HS256 is missing from this JDK", e);
    }
    return token.serialize();
  }
}
