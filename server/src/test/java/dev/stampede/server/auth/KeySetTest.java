package dev.stampede.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import dev.stampede.server.auth.Authentication.Authenticated;
import dev.stampede.server.auth.Authentication.Rejected;
import dev.stampede.server.failure.ServerException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real provider of keys, served by the JDK's own web server. */
final class KeySetTest {

  private static final Instant NOW = Instant.parse("2030-01-31T19:30:00Z");
  private static final RSAKey RSA = rsa("rsa-1");
  private static final ECKey EC = ec();

  private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
  private final AtomicReference<String> served = new AtomicReference<>("");
  private final AtomicInteger asked = new AtomicInteger();
  private final HttpServer provider = provider();

  @BeforeEach
  void start() {
    provider.createContext(
        "/keys",
        exchange -> {
          asked.incrementAndGet();
          byte[] body = served.get().getBytes(UTF_8);
          exchange.sendResponseHeaders(body.length == 0 ? 503 : 200, Math.max(body.length, 1));
          exchange.getResponseBody().write(body.length == 0 ? new byte[1] : body);
          exchange.close();
        });
    provider.start();
  }

  @AfterEach
  void stop() {
    provider.stop(0);
  }

  @Test
  void everyFamilyIsVerified() throws Exception {
    serve(RSA, EC, ed25519("ed-1", ED));
    TokenVerifier verifier = verifier();

    for (JWSAlgorithm algorithm :
        List.of(JWSAlgorithm.RS256, JWSAlgorithm.RS512, JWSAlgorithm.PS256)) {
      assertGood(verifier, signed(algorithm, "rsa-1", new RSASSASigner(RSA)));
    }
    assertGood(verifier, signed(JWSAlgorithm.ES256, "ec-1", new ECDSASigner(EC)));
    assertGood(verifier, edToken());
    assertGood(verifier, signed(JWSAlgorithm.ES256, null, new ECDSASigner(EC)));
    assertThat(asked).hasValue(1);
  }

  @Test
  void thePublicKeyIsNoSecretToSignWith() throws Exception {
    serve(RSA, EC);
    TokenVerifier verifier = verifier();
    byte[] pem = RSA.toRSAPublicKey().getEncoded();
    byte[] json = RSA.toPublicJWK().toJSONString().getBytes(UTF_8);

    assertBad(verifier, signed(JWSAlgorithm.HS256, "rsa-1", new MACSigner(pem)));
    assertBad(verifier, signed(JWSAlgorithm.HS256, null, new MACSigner(json)));
    assertBad(verifier, signed(JWSAlgorithm.ES256, "rsa-1", new ECDSASigner(EC)));
    assertBad(verifier, signed(JWSAlgorithm.RS256, "rsa-1", new RSASSASigner(rsa("rsa-1"))));
  }

  @Test
  void aSharedSecretInTheSetIsPassedOver() throws Exception {
    byte[] secret = "a secret of at least thirty-two bytes".getBytes(UTF_8);
    serve(EC, new OctetSequenceKey.Builder(secret).keyID("oct").build());

    assertBad(verifier(), signed(JWSAlgorithm.HS256, "oct", new MACSigner(secret)));
  }

  @Test
  void aKeyMadeForOneAlgorithmChecksNoOther() throws Exception {
    serve(new RSAKey.Builder(RSA.toPublicJWK()).algorithm(JWSAlgorithm.PS256).build());
    TokenVerifier verifier = verifier();

    assertGood(verifier, signed(JWSAlgorithm.PS256, "rsa-1", new RSASSASigner(RSA)));
    assertBad(verifier, signed(JWSAlgorithm.RS256, "rsa-1", new RSASSASigner(RSA)));
  }

  @Test
  void aNewKeyIsFetchedButNotMoreOftenThanEveryThirtySeconds() throws Exception {
    serve(EC);
    TokenVerifier verifier = verifier();
    serve(EC, RSA);
    String token = signed(JWSAlgorithm.RS256, "rsa-1", new RSASSASigner(RSA));

    assertBad(verifier, token);
    assertThat(asked).hasValue(1);
    now.set(NOW.plus(KeySet.PAUSE));
    assertGood(verifier, token);
    assertThat(asked).hasValue(2);
    for (int i = 0; i < 20; i++) {
      assertBad(verifier, signed(JWSAlgorithm.RS256, "invented-" + i, new RSASSASigner(RSA)));
    }
    assertThat(asked).hasValue(2);
  }

  @Test
  void aProviderThatIsAwayStopsNeitherTheStartNorTheKeysAtHand() throws Exception {
    TokenVerifier verifier = verifier();
    String token = signed(JWSAlgorithm.ES256, "ec-1", new ECDSASigner(EC));
    assertBad(verifier, token);
    serve(EC);
    now.set(NOW.plus(KeySet.PAUSE));
    assertGood(verifier, token);
    served.set("");
    now.set(now.get().plus(KeySet.MAX_AGE).plusSeconds(1));
    assertGood(verifier, signed(JWSAlgorithm.ES256, null, new ECDSASigner(EC)));
    assertThat(asked.get()).isGreaterThan(2);
  }

  @Test
  void aKeyThatWasTakenAwayIsForgottenInTime() throws Exception {
    serve(EC, RSA);
    TokenVerifier verifier = verifier();
    assertGood(verifier, signed(JWSAlgorithm.RS256, "rsa-1", new RSASSASigner(RSA)));
    serve(EC);
    now.set(NOW.plus(KeySet.MAX_AGE).plusSeconds(1));
    assertBad(verifier, signed(JWSAlgorithm.RS512, "rsa-1", new RSASSASigner(RSA)));
  }

  @Test
  void keysComeFromAFileToo(@TempDir Path folder) throws Exception {
    Path file =
        Files.writeString(folder.resolve("my keys.json"), new JWKSet(EC.toPublicJWK()).toString());
    TokenVerifier verifier = TokenVerifier.of(new AuthSettings.Jwks(file.toUri()), now::get);
    assertGood(verifier, signed(JWSAlgorithm.ES256, "ec-1", new ECDSASigner(EC)));

    for (String bad : List.of("", "{}", "{\"keys\":[]}", "nonsense")) {
      Files.writeString(file, bad);
      assertThatThrownBy(() -> TokenVerifier.of(new AuthSettings.Jwks(file.toUri()), now::get))
          .isInstanceOf(ServerException.class)
          .hasMessageContaining("AUTH_JWKS cannot be read");
    }
  }

  @Test
  void aTokenOfTheSameKeysForAnotherApplicationIsRefusedWhereAnAudienceIsSet() throws Exception {
    serve(EC);
    ExpectedClaims expected = new ExpectedClaims(Optional.empty(), Optional.of("shop"));
    TokenVerifier strict = TokenVerifier.of(new AuthSettings.Jwks(keys(), expected), now::get);
    String token = signed(JWSAlgorithm.ES256, "ec-1", new ECDSASigner(EC));

    assertGood(verifier(), token);
    assertThat(strict.verify(token))
        .isInstanceOfSatisfying(
            Rejected.class, bad -> assertThat(bad.reason()).contains("AUTH_AUDIENCE"));
  }

  private URI keys() {
    return URI.create("http://127.0.0.1:" + provider.getAddress().getPort() + "/keys");
  }

  private TokenVerifier verifier() {
    return TokenVerifier.of(new AuthSettings.Jwks(keys()), now::get);
  }

  private void serve(JWK... keys) {
    served.set(new JWKSet(Arrays.asList(keys)).toString(false));
  }

  private static void assertGood(TokenVerifier verifier, String token) {
    assertThat(verifier.verify(token)).isInstanceOf(Authenticated.class);
  }

  private static void assertBad(TokenVerifier verifier, String token) {
    assertThat(verifier.verify(token)).isInstanceOf(Rejected.class);
  }

  private String signed(
      JWSAlgorithm algorithm, @org.jspecify.annotations.Nullable String key, JWSSigner signer)
      throws Exception {
    SignedJWT token = new SignedJWT(new JWSHeader.Builder(algorithm).keyID(key).build(), claims());
    token.sign(signer);
    return token.serialize();
  }

  private JWTClaimsSet claims() {
    return new JWTClaimsSet.Builder()
        .subject("alice")
        .expirationTime(Date.from(now.get().plusSeconds(3_600)))
        .build();
  }

  private static final KeyPair ED = ed();

  private String edToken() throws Exception {
    JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.EdDSA).keyID("ed-1").build();
    String input =
        header.toBase64URL() + "." + Base64URL.encode(claims().toString().getBytes(UTF_8));
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(ED.getPrivate());
    signature.update(input.getBytes(UTF_8));
    return input + "." + Base64URL.encode(signature.sign());
  }

  private static OctetKeyPair ed25519(String id, KeyPair pair) {
    byte[] encoded = pair.getPublic().getEncoded();
    Base64URL x =
        Base64URL.encode(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
    return new OctetKeyPair.Builder(Curve.Ed25519, x).keyID(id).build();
  }

  private static KeyPair ed() {
    try {
      return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    } catch (java.security.GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static RSAKey rsa(String id) {
    try {
      return new RSAKeyGenerator(2048).keyID(id).generate();
    } catch (com.nimbusds.jose.JOSEException e) {
      throw new AssertionError(e);
    }
  }

  private static ECKey ec() {
    try {
      return new ECKeyGenerator(Curve.P_256).keyID("ec-1").generate();
    } catch (com.nimbusds.jose.JOSEException e) {
      throw new AssertionError(e);
    }
  }

  private static HttpServer provider() {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }
}
