package dev.stampede.chaos.house;

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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Signs tokens as a shop's own issuer would; the secret is new for each experiment. */
public final class ChaosTokens {

  /** The user who tops up wallets and creates the show; everyone else buys. */
  public static final String OPERATOR = "operator";

  private static final Duration LIFETIME = Duration.ofHours(2);
  private static final int SECRET_BYTES = 32;

  private final String secret;
  private final MACSigner signer;
  private final Map<String, String> issued = new ConcurrentHashMap<>();

  ChaosTokens() {
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
  String secret() {
    return secret;
  }

  /** Returns the token of the person with this name. */
  public String of(String sub) {
    return issued.computeIfAbsent(sub, this::issue);
  }

  private String issue(String sub) {
    Instant now = Instant.now();
    SignedJWT token =
        new SignedJWT(
            new JWSHeader(JWSAlgorithm.HS256),
            new JWTClaimsSet.Builder()
                .subject(sub)
                .claim("roles", List.of(sub.equals(OPERATOR) ? "operator" : "buyer"))
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
