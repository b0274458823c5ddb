package dev.stampede.server.auth;

import com.nimbusds.jwt.SignedJWT;
import java.util.Optional;

/** The keys that sign tokens. */
sealed interface TokenKeys permits SharedSecret, KeySet {

  /** Why this token's signature is not good, or empty when it is. */
  Optional<String> refusal(SignedJWT token);
}
