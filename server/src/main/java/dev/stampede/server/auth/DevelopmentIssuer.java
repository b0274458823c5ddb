package dev.stampede.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;

/** Hands out tokens for any name and role; exists only while the settings say development. */
public final class DevelopmentIssuer {

  public static final Duration LIFETIME = Duration.ofHours(12);

  private final MACSigner signer;
  private final ExpectedClaims expected;
  private final InstantSource clock;

  public DevelopmentIssuer(AuthSettings.Development settings, InstantSource clock) {
    this.clock = clock;
    this.expected = settings.expected();
    try {
      signer = new MACSigner(settings.secret().getBytes(UTF_8));
    } catch (JOSEException e) {
      throw new IllegalArgumentException("the development secret cannot be used for HS256", e);
    }
  }

  public String issue(Caller caller) {
    Instant now = clock.instant();
    JWTClaimsSet claims =
        expected
            .addTo(new JWTClaimsSet.Builder())
            .subject(caller.sub())
            .claim("roles", caller.roles().stream().map(Role::label).sorted().toList())
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plus(LIFETIME)))
            .build();
    SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
    try {
      token.sign(signer);
    } catch (JOSEException e) {
      throw new IllegalStateException("HS256 is missing from this JDK", e);
    }
    return token.serialize();
  }
}
