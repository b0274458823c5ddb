package dev.stampede.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.stampede.server.auth.Authentication.Authenticated;
import dev.stampede.server.auth.Authentication.Rejected;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

final class TokenVerifierTest {

  private static final String SECRET = "a secret of at least thirty-two bytes";
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  private static final Instant NOW = Instant.parse("2030-01-31T19:30:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
  private final TokenVerifier verifier =
      TokenVerifier.of(new AuthSettings.Secret(SECRET), now::get);

  @Test
  void aGoodTokenNamesItsCaller() throws Exception {
    Authentication outcome =
        verifier.verify(token(c -> c.claim("roles", List.of("buyer", "shop", "janitor"))));

    assertThat(outcome)
        .isEqualTo(
            new Authenticated(
                new Caller("alice", Set.of(Role.BUYER, Role.SHOP)), NOW.plusSeconds(60)));
  }

  @Test
  void aTokenWithoutRolesNamesACallerWithoutRoles() throws Exception {
    assertThat(((Authenticated) verifier.verify(token(c -> c))).caller().roles()).isEmpty();
  }

  @Test
  void aTokenExpiresAlsoWhenItIsRemembered() throws Exception {
    String token = token(c -> c);
    assertThat(verifier.verify(token)).isInstanceOf(Authenticated.class);
    now.set(NOW.plusSeconds(60).plus(TokenVerifier.LEEWAY).minusMillis(1));
    assertThat(verifier.verify(token)).isInstanceOf(Authenticated.class);
    now.set(NOW.plusSeconds(60).plus(TokenVerifier.LEEWAY));
    assertRejected(token, "expired");
  }

  @Test
  void aTokenThatIsNotYetValidIsRefusedBeyondTheLeeway() throws Exception {
    assertThat(verifier.verify(token(c -> c.notBeforeTime(Date.from(NOW.plusSeconds(29))))))
        .isInstanceOf(Authenticated.class);
    assertRejected(token(c -> c.notBeforeTime(Date.from(NOW.plusSeconds(31)))), "not valid yet");
  }

  @Test
  void claimsThatAreMissingOrOddAreRefused() throws Exception {
    assertRejected(token(c -> c.expirationTime(null)), "no exp");
    assertRejected(token(c -> c.expirationTime(Date.from(NOW.minusSeconds(31)))), "expired");
    assertRejected(token(c -> c.subject(null)), "sub");
    assertRejected(token(c -> c.subject("")), "sub");
    assertRejected(token(c -> c.subject("x".repeat(129))), "sub");
    assertRejected(token(c -> c.subject("a\nb")), "sub");
    assertRejected(token(c -> c.subject("a\u202eb")), "sub");
    assertRejected(token(c -> c.claim("roles", "operator")), "not a signed JWT");
    assertRejected(token(c -> c.claim("roles", List.of(1))), "not a signed JWT");
    assertThat(verifier.verify(token(c -> c.subject("Zoë 😀")))).isInstanceOf(Authenticated.class);
  }

  @Test
  void signaturesThatAreMissingWrongOrOfAnotherKindAreRefused() throws Exception {
    String good = token(c -> c);
    assertRejected(new PlainJWT(claims(c -> c)).serialize(), "not a signed JWT");
    assertRejected(good.substring(0, good.lastIndexOf('.') + 1), "");
    assertRejected(good.substring(0, good.length() - 2) + "AA", "signature");
    assertRejected(
        signed(JWSAlgorithm.HS256, "another secret of thirty-two bytes!!!"), "signature");
    assertRejected(signed(JWSAlgorithm.HS512, SECRET.repeat(2)), "HS256");
    assertRejected("eyJhbGciOiJSUzI1NiJ9." + good.split("\\.", -1)[1] + ".c2lnbmF0dXJl", "HS256");
    assertRejected("x".repeat(4_097), "limit is 4096");
    assertRejected("", "not a signed JWT");
    assertRejected("....", "not a signed JWT");
  }

  @Test
  void aSignatureSpelledDifferentlyIsRefused() throws Exception {
    String good = token(c -> c);
    assertThat(verifier.verify(good)).isInstanceOf(Authenticated.class);
    assertRejected(good + "=", "signature");
    assertRejected(good + " ", "signature");
    assertRejected(good + "A", "signature");
    // The last of 43 characters has two bits to spare: others decode to the same MAC.
    int last = ALPHABET.indexOf(good.charAt(good.length() - 1));
    assertRejected(good.substring(0, good.length() - 1) + ALPHABET.charAt(last ^ 1), "signature");
    assertRejected(good.replace('.', ','), "not a signed JWT");
    assertRejected(good + ".", "not a signed JWT");
    assertRejected(good.substring(0, good.lastIndexOf('.')), "not a signed JWT");
  }

  @Test
  void aSignatureCoversHeadAndPayloadAlsoWhereTheHeadIsKnown() throws Exception {
    String[] good = token(c -> c).split("\\.", -1);
    String[] other = token(c -> c.claim("roles", List.of("operator"))).split("\\.", -1);
    assertThat(verifier.verify(String.join(".", good))).isInstanceOf(Authenticated.class);

    assertRejected(String.join(".", good[0], other[1], good[2]), "signature");
    assertRejected(String.join(".", good[0], good[1], other[2]), "signature");
    assertRejected(String.join(".", good[0], good[1], ""), "signature");
    assertRejected(String.join(".", good[0], "", good[2]), "signature");
    String spelledOtherwise = encoded("{ \"alg\":\"HS256\"}");
    assertRejected(String.join(".", spelledOtherwise, good[1], good[2]), "signature");
    for (String none : List.of("{\"alg\":\"none\"}", "{\"alg\":\"None\"}", "{}", "[]", "", "?")) {
      assertThat(verifier.verify(String.join(".", encoded(none), good[1], "")))
          .as(none)
          .isInstanceOf(Rejected.class);
      assertThat(verifier.verify(String.join(".", encoded(none), good[1], good[2])))
          .as(none)
          .isInstanceOf(Rejected.class);
    }
  }

  @Test
  void aTokenOfOtherCharactersThanItsAlphabetIsRefused() throws Exception {
    String good = token(c -> c);
    assertThat(verifier.verify(good)).isInstanceOf(Authenticated.class);
    int payload = good.indexOf('.') + 1;
    for (String odd :
        List.of("\u00e9", "\u0141", "\ud83d\ude00", "\ud83d", "\0", "?", " ", "+", "/")) {
      for (int at : new int[] {0, payload, payload + 5, good.length() - 3, good.length()}) {
        assertThat(verifier.verify(good.substring(0, at) + odd + good.substring(at)))
            .isInstanceOf(Rejected.class);
      }
    }
    String[] parts = good.split("\\.", -1);
    assertRejected(macced(parts[0] + "." + parts[1] + "!"), "not a signed JWT");
  }

  @Test
  void aRememberedHeaderIsNotTakenForAnother() throws Exception {
    JWSHeader typed =
        new JWSHeader.Builder(JWSAlgorithm.HS256).type(JOSEObjectType.JWT).keyID("7").build();
    for (int i = 0; i < 3; i++) {
      int second = i;
      assertThat(verifier.verify(token(c -> c.claim("n", second))))
          .isInstanceOf(Authenticated.class);
      assertThat(verifier.verify(signed(typed, SECRET, claims(c -> c.claim("n", second)))))
          .isInstanceOf(Authenticated.class);
      assertRejected(signed(JWSAlgorithm.HS512, SECRET.repeat(2)), "HS256");
      assertRejected(critical(), "critical");
    }
  }

  @Test
  void aPayloadIsOneObjectOfClaimsOfTheirTypes() throws Exception {
    assertGood("{\"sub\":\"alice\",\"exp\":%d}", "alice");
    assertGood("{\"sub\":\"alice\",\"exp\":%d.75}", "alice");
    assertGood(" {\"x\":{\"exp\":[{}]},\"sub\":42,\"exp\":%d} ", "42");
    assertGood("{\"sub\":\"a\",\"exp\":%d,\"iss\":null,\"aud\":null,\"roles\":null}", "a");
    assertGood("{\"sub\":\"a\",\"exp\":%d,\"nbf\":null,\"roles\":[null,\"x\"]}", "a");
    for (String odd :
        List.of(
            "",
            "[]",
            "null",
            "\"text\"",
            "{\"sub\":\"alice\",\"exp\":%d",
            "{\"sub\":\"alice\",\"exp\":%d}}",
            "{\"sub\":\"alice\",\"exp\":%d}{}",
            "{\"sub\":\"alice\",\"exp\":%1$d,\"exp\":%1$d}",
            "{\"sub\":\"alice\",\"sub\":\"bob\",\"exp\":%d}",
            "{\"sub\":\"alice\",\"exp\":\"%d\"}",
            "{\"sub\":\"alice\",\"exp\":[%d]}",
            "{\"sub\":\"alice\",\"exp\":%d,\"nbf\":true}",
            "{\"sub\":{\"a\":1},\"exp\":%d}",
            "{\"sub\":\"alice\",\"exp\":%d,\"iss\":5}",
            "{\"sub\":\"alice\",\"exp\":%d,\"aud\":[5]}",
            "{\"sub\":\"alice\",\"exp\":%d,\"roles\":{}}",
            "{\"sub\":\"alice\",\"exp\":%d,\"roles\":[[\"operator\"]]}",
            "{\"sub\":\"alice\",\"exp\":%d,\"roles\":[\"operator\"")) {
      assertRejected(payload(odd), "not a signed JWT");
    }
    assertRejected(payload("{\"sub\":\"alice\",\"exp\":null}"), "no exp");
    assertRejected(payload("{\"sub\":null,\"exp\":%d}"), "sub");
  }

  @Test
  void hugeTimesCompareAndAnIntegerTooLongIsRefused() throws Exception {
    assertGood("{\"sub\":\"a\",\"exp\":%d00000000}", "a");
    assertGood("{\"sub\":\"a\",\"exp\":1e300,\"nbf\":-1e300}", "a");
    assertRejected(payload("{\"sub\":\"a\",\"exp\":-1e300}"), "expired");
    assertRejected(payload("{\"sub\":\"a\",\"exp\":-9223372036854775808}"), "expired");
    assertRejected(payload("{\"sub\":\"a\",\"exp\":%d,\"nbf\":1e300}"), "not valid yet");
    assertRejected(payload("{\"sub\":\"a\",\"exp\":99999999999999999999}"), "");
  }

  @Test
  void namesAreReadTheSameWayWithAndWithoutTables() {
    for (char c = 0; c < 0x180; c++) {
      boolean isGood = c > ' ' && c != 0xAD && !Character.isISOControl(c) && c != 0xA0;
      assertThat(Caller.isSub(String.valueOf(c))).as("U+%04X", (int) c).isEqualTo(isGood);
      boolean isPart = c >= ' ' && c != 0xAD && !Character.isISOControl(c);
      assertThat(Caller.isSub("a" + c + "b")).as("a U+%04X b", (int) c).isEqualTo(isPart);
    }
    assertThat(Caller.isSub("x".repeat(128))).isTrue();
    assertThat(Caller.isSub("x".repeat(129))).isFalse();
    assertThat(Caller.isSub("é".repeat(128))).isTrue();
    assertThat(Caller.isSub("é".repeat(129))).isFalse();
  }

  @Test
  void criticalHeadersThatNobodyUnderstandsAreRefused() throws Exception {
    assertRejected(critical(), "critical");
  }

  private static String critical() throws Exception {
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.HS256)
            .type(JOSEObjectType.JWT)
            .criticalParams(Set.of("exp"))
            .customParam("exp", 1)
            .build();
    return signed(header, SECRET, claims(c -> c));
  }

  @Test
  void theVerifierAcceptsATokenOfTheDevelopmentIssuer() {
    AuthSettings.Development settings = AuthSettings.Development.random(ExpectedClaims.NONE);
    Caller caller = new Caller("alice", Set.of(Role.OPERATOR));
    String token = new DevelopmentIssuer(settings, now::get).issue(caller);

    assertThat(TokenVerifier.of(settings, now::get).verify(token))
        .isEqualTo(new Authenticated(caller, NOW.plus(DevelopmentIssuer.LIFETIME)));
    assertRejected(token, "signature");
  }

  @Test
  void aTokenOfAnotherIssuerOrForAnotherAudienceIsRefusedWhereTheyAreSet() throws Exception {
    TokenVerifier strict =
        TokenVerifier.of(
            new AuthSettings.Secret(SECRET, expecting("https://id", "shop")), now::get);
    assertThat(strict.verify(token(c -> c.issuer("https://id").audience("shop"))))
        .isInstanceOf(Authenticated.class);
    assertThat(strict.verify(token(c -> c.issuer("https://id").audience(List.of("a", "shop")))))
        .isInstanceOf(Authenticated.class);

    assertRejected(strict, token(c -> c.audience("shop")), "no iss", "AUTH_ISSUER");
    for (String issuer : List.of("https://id/", "HTTPS://id", "https://evil", "")) {
      assertRejected(
          strict, token(c -> c.issuer(issuer).audience("shop")), "iss is not", "AUTH_ISSUER");
    }
    assertRejected(strict, token(c -> c.issuer("https://id")), "no aud", "AUTH_AUDIENCE");
    for (List<String> audience : List.of(List.of("other"), List.of("shop2", "Shop"), List.of(""))) {
      assertRejected(
          strict,
          token(c -> c.issuer("https://id").audience(audience)),
          "aud is not",
          "AUTH_AUDIENCE");
    }
    assertThat(strict.verify(token(c -> c.issuer("https://id").claim("aud", 5))))
        .isInstanceOf(Rejected.class);
    assertThat(strict.verify(token(c -> c.claim("iss", List.of("https://id")).audience("shop"))))
        .isInstanceOf(Rejected.class);
  }

  @Test
  void issuerAndAudienceAreCheckedOnlyWhereTheyAreSet() throws Exception {
    TokenVerifier issuer =
        TokenVerifier.of(
            new AuthSettings.Secret(
                SECRET, new ExpectedClaims(Optional.of("https://id"), Optional.empty())),
            now::get);
    assertThat(issuer.verify(token(c -> c.issuer("https://id").audience("any"))))
        .isInstanceOf(Authenticated.class);
    assertThat(verifier.verify(token(c -> c.issuer("any").audience("any"))))
        .isInstanceOf(Authenticated.class);
  }

  @Test
  void theDevelopmentIssuersTokensCarryWhatIsSet() {
    AuthSettings.Development settings =
        AuthSettings.Development.random(expecting("https://id", "shop"));
    Caller caller = new Caller("alice", Set.of(Role.BUYER));
    TokenVerifier own = TokenVerifier.of(settings, now::get);

    assertThat(own.verify(new DevelopmentIssuer(settings, now::get).issue(caller)))
        .isInstanceOf(Authenticated.class);
    AuthSettings.Development without = new AuthSettings.Development(settings.secret());
    assertRejected(
        own, new DevelopmentIssuer(without, now::get).issue(caller), "no iss", "AUTH_ISSUER");
  }

  private static ExpectedClaims expecting(String issuer, String audience) {
    return new ExpectedClaims(Optional.of(issuer), Optional.of(audience));
  }

  @Test
  void settingsRefuseWhatIsNotSafe() {
    assertThatThrownBy(() -> new AuthSettings.Secret("short"))
        .hasMessageContaining("AUTH_SECRET has 5 bytes; HS256 needs at least 32");
    assertThatThrownBy(() -> new AuthSettings.Jwks(URI.create("http://idp.example/keys")))
        .hasMessageContaining("set an https URL");
    assertThatThrownBy(() -> new AuthSettings.Jwks(URI.create("keys.json")))
        .hasMessageContaining("AUTH_JWKS is keys.json");
    assertThat(new AuthSettings.Secret(SECRET).toString()).doesNotContain(SECRET);
    assertThat(new AuthSettings.Development(SECRET).toString()).doesNotContain(SECRET);
  }

  @Test
  void onlyNamesOfThisMachineAreLoopback() {
    for (String name :
        List.of("localhost", "LOCALHOST:1", "127.0.0.1:80", "127.9.9.9", "[::1]", "[::1]:8080")) {
      assertThat(Loopback.isAuthority(name)).as(name).isTrue();
    }
    for (String name :
        List.of(
            "", "localhost.evil.com", "127.0.0.1.evil.com", "evil.com:80", "0.0.0.0", "[::2]")) {
      assertThat(Loopback.isAuthority(name)).as(name).isFalse();
    }
  }

  private void assertRejected(String token, String reason) {
    assertRejected(verifier, token, reason);
  }

  private void assertGood(String payload, String sub) throws Exception {
    assertThat(verifier.verify(payload(payload)))
        .as(payload)
        .isInstanceOfSatisfying(
            Authenticated.class, good -> assertThat(good.caller().sub()).isEqualTo(sub));
  }

  /** A token that is signed well, whatever it says; %d stands for a time that is not over. */
  private static String payload(String json) throws Exception {
    String said = json.formatted(NOW.plusSeconds(60).getEpochSecond());
    return macced(encoded("{\"alg\":\"HS256\"}") + "." + encoded(said));
  }

  private static String encoded(String text) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
  }

  private static String macced(String signed) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
    byte[] tag = mac.doFinal(signed.getBytes(UTF_8));
    return signed + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(tag);
  }

  private static void assertRejected(TokenVerifier verifier, String token, String... reasons) {
    assertThat(verifier.verify(token))
        .isInstanceOfSatisfying(
            Rejected.class, rejected -> assertThat(rejected.reason()).contains(reasons));
  }

  private static String token(UnaryOperator<JWTClaimsSet.Builder> change) throws Exception {
    return signed(new JWSHeader(JWSAlgorithm.HS256), SECRET, claims(change));
  }

  private static String signed(JWSAlgorithm algorithm, String secret) throws Exception {
    return signed(new JWSHeader(algorithm), secret, claims(c -> c));
  }

  private static String signed(JWSHeader header, String secret, JWTClaimsSet claims)
      throws Exception {
    SignedJWT token = new SignedJWT(header, claims);
    token.sign(new MACSigner(secret.getBytes(UTF_8)));
    return token.serialize();
  }

  private static JWTClaimsSet claims(UnaryOperator<JWTClaimsSet.Builder> change) {
    Date expiry = Date.from(NOW.plus(Duration.ofSeconds(60)));
    return change.apply(new JWTClaimsSet.Builder().subject("alice").expirationTime(expiry)).build();
  }
}
