package dev.stampede.bench.cold;

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
import java.util.List;

/**
 * Signs tokens as a shop does, with the secret that the server is told. Tokens that the server
 * hands out itself would be its first thousand requests, and warm it before it is measured.
 */
record TokenSigner(String secret) {

  private static final Duration LIFETIME = Duration.ofHours(1);

  String of(String sub, String role) {
    SignedJWT token =
        new SignedJWT(
            new JWSHeader(JWSAlgorithm.HS256),
            new JWTClaimsSet.Builder()
                .subject(sub)
                .claim("roles", List.of(role))
                .expirationTime(Date.from(Instant.now().plus(LIFETIME)))
                .build());
    try {
      token.sign(new MACSigner(secret.getBytes(UTF_8)));
    } catch (JOSEException e) {
      throw new IllegalStateException("a token could not be signed", e);
    }
    return token.serialize();
  }
}
