package dev.stampede.engine.waitingroom.draw;

import java.security.DigestException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;

/**
 * SHA-256 and HMAC-SHA256 from the JDK. One thread can reuse each returned object for many sums; a
 * sum is written into an existing array, since there are millions.
 */
final class Digests {

  private static final String HMAC = "HmacSHA256";

  private Digests() {}

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is missing from this JDK", e);
    }
  }

  static Mac hmac(byte[] key) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(HMAC + " is missing from this JDK", e);
    }
  }

  static void finish(MessageDigest sum, byte[] into, int offset) {
    try {
      int _ = sum.digest(into, offset, Hash.BYTES);
    } catch (DigestException e) {
      throw new IllegalArgumentException("no room for a sum at " + offset, e);
    }
  }

  static void finish(Mac sum, byte[] into, int offset) {
    try {
      sum.doFinal(into, offset);
    } catch (ShortBufferException e) {
      throw new IllegalArgumentException("no room for a sum at " + offset, e);
    }
  }
}
