package dev.stampede.engine.claim;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The identity of a request, by which a repeat is recognised: an id (buyer, method, path and the
 * caller's key) and a fingerprint of the body. Both are SHA-256 in hex, so that neither has a
 * caller's length.
 */
public record Operation(String id, String fingerprint) {

  public static Operation of(Buyer buyer, String route, String key, byte[] body) {
    return new Operation(
        sha256(buyer.sub().getBytes(UTF_8), route.getBytes(UTF_8), key.getBytes(UTF_8)),
        sha256(body));
  }

  /** Each part is preceded by its length: no two lists of parts have the same sum. */
  private static String sha256(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        digest.update(Integer.toString(part.length).getBytes(UTF_8));
        digest.update((byte) ':');
        digest.update(part);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is missing from this JDK", e);
    }
  }
}
