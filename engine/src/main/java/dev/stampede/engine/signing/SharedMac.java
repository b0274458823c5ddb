package dev.stampede.engine.signing;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The MAC under a secret that somebody else signs with, as HS256 has it. */
public final class SharedMac {

  private static final Base64.Encoder SPELLING = Base64.getUrlEncoder().withoutPadding();

  /**
   * Has taken in the secret. Never used itself, but copied: making one takes longer than using it.
   */
  private final Mac begun;

  public SharedMac(byte[] secret) {
    try {
      begun = Mac.getInstance(SigningKey.ALGORITHM);
      begun.init(new SecretKeySpec(secret, SigningKey.ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("the secret cannot be used for HS256", e);
    }
  }

  /**
   * True if the first bytes of a text have this MAC. The MAC is compared as text, since it has one
   * spelling, and in the same time wherever it differs.
   *
   * @param spelled the MAC in base64url, without padding
   */
  public boolean isOf(byte[] text, int length, byte[] spelled) {
    try {
      Mac mac = (Mac) begun.clone();
      mac.update(text, 0, length);
      return MessageDigest.isEqual(SPELLING.encode(mac.doFinal()), spelled);
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(SigningKey.ALGORITHM + " of this JDK cannot be copied", e);
    }
  }
}
