package dev.stampede.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jwt.SignedJWT;
import java.util.Optional;

/** One shared secret; HS256 and nothing else, whatever the token's head would like. */
final class SharedSecret implements TokenKeys {

  private final MACVerifier verifier;

  SharedSecret(String secret) {
    try {
      verifier = new MACVerifier(secret.getBytes(UTF_8));
    } catch (JOSEException e) {
      throw new IllegalArgumentException("the token secret cannot be used for HS256", e);
    }
  }

  @Override
  public Optional<String> refusal(SignedJWT token) {
    if (!JWSAlgorithm.HS256.equals(token.getHeader().getAlgorithm())) {
      return Optional.of("the token is not signed with HS256");
    }
    try {
      return token.verify(verifier)
          ? Optional.empty()
          : Optional.of("the token's signature is wrong");
    } catch (JOSEException e) {
      return Optional.of("the token's signature cannot be checked");
    }
  }
}
