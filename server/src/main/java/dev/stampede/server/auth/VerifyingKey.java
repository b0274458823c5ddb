package dev.stampede.server.auth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.SignedJWT;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One public key of a key set, the algorithms it may check, and how.
 *
 * <p>The key, not the token, says which algorithms are possible: that is what stops a token
 * "signed" by HS256 with the public key as its secret.
 */
record VerifyingKey(@Nullable String id, Set<JWSAlgorithm> algorithms, Check check) {

  static final int MIN_RSA_BITS = 2048;

  private static final Set<JWSAlgorithm> RSA =
      Set.of(
          JWSAlgorithm.RS256,
          JWSAlgorithm.RS384,
          JWSAlgorithm.RS512,
          JWSAlgorithm.PS256,
          JWSAlgorithm.PS384,
          JWSAlgorithm.PS512);

  /** The prefix of an Ed25519 key in its X.509 encoding. */
  private static final byte[] ED25519_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

  /** Checks a signature with the key. */
  @FunctionalInterface
  interface Check {
    boolean good(SignedJWT token) throws JOSEException, GeneralSecurityException;
  }

  boolean good(SignedJWT token) {
    try {
      return algorithms.contains(token.getHeader().getAlgorithm()) && check.good(token);
    } catch (JOSEException | GeneralSecurityException notEvenASignature) {
      return false;
    }
  }

  /** The key, if it is public and of a kind that signs tokens; others in a set are passed over. */
  static Optional<VerifyingKey> of(JWK key) throws JOSEException, GeneralSecurityException {
    if (key.getKeyUse() != null && !KeyUse.SIGNATURE.equals(key.getKeyUse())) {
      return Optional.empty();
    }
    return switch (key) {
      case RSAKey rsa when rsa.size() >= MIN_RSA_BITS -> {
        RSASSAVerifier verifier = new RSASSAVerifier(rsa);
        yield Optional.of(
            new VerifyingKey(key.getKeyID(), narrowed(key, RSA), t -> t.verify(verifier)));
      }
      case ECKey ec when !Curve.SECP256K1.equals(ec.getCurve()) -> {
        ECDSAVerifier verifier = new ECDSAVerifier(ec);
        Set<JWSAlgorithm> possible = Set.copyOf(verifier.supportedJWSAlgorithms());
        yield Optional.of(
            new VerifyingKey(key.getKeyID(), narrowed(key, possible), t -> t.verify(verifier)));
      }
      case OctetKeyPair okp when Curve.Ed25519.equals(okp.getCurve()) ->
          Optional.of(
              new VerifyingKey(
                  key.getKeyID(),
                  Set.of(JWSAlgorithm.EdDSA, JWSAlgorithm.Ed25519),
                  ed25519(okp.getDecodedX())));
      default -> Optional.empty();
    };
  }

  private static Set<JWSAlgorithm> narrowed(JWK key, Set<JWSAlgorithm> possible) {
    if (key.getAlgorithm() == null) {
      return possible;
    }
    JWSAlgorithm only = JWSAlgorithm.parse(key.getAlgorithm().getName());
    return possible.contains(only) ? Set.of(only) : Set.of();
  }

  private static Check ed25519(byte[] x) throws GeneralSecurityException {
    byte[] encoded = new byte[ED25519_PREFIX.length + x.length];
    System.arraycopy(ED25519_PREFIX, 0, encoded, 0, ED25519_PREFIX.length);
    System.arraycopy(x, 0, encoded, ED25519_PREFIX.length, x.length);
    PublicKey key =
        KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
    return token -> {
      Signature signature = Signature.getInstance("Ed25519");
      signature.initVerify(key);
      signature.update(token.getSigningInput());
      return signature.verify(token.getSignature().decode());
    };
  }
}
