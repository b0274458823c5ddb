package dev.stampede.bench.cold;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs tokens as a shop does, with the secret that the server is told. Tokens that the server
 * hands out itself would be its first thousand requests, and warm it before it is measured.
 */
record Tokens(String secret) {

  private static final Duration LIFETIME = Duration.ofHours(1);
  private static final String HEADER = "{\"alg\":\"HS256\",\"typ\":\"JWT\"}";

  String of(String sub, String role) {
    String claims =
        "{\"sub\":\"%s\",\"roles\":[\"%s\"],\"exp\":%d}"
            .formatted(sub, role, Instant.now().plus(LIFETIME).getEpochSecond());
    String signed = base64(HEADER.getBytes(UTF_8)) + "." + base64(claims.getBytes(UTF_8));
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
      return signed + "." + base64(mac.doFinal(signed.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HS256 is missing from this JDK", e);
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
