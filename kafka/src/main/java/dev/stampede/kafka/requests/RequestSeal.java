package dev.stampede.kafka.requests;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.signing.Purpose;
import dev.stampede.engine.signing.SealVerdict;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * Says of a record that a server of this deployment wrote it.
 *
 * <p>A request spends its buyer's points and is asked for no token and no pass any more: what
 * counts is that it was accepted, and when. Otherwise anybody who may write to the topic could make
 * that up. So each record carries, in a header, a sum of its key and value under the keys that the
 * database keeps; and what another deployment has written to the same topic is told apart by the
 * same.
 */
final class RequestSeal {

  static final String HEADER = "stampede-seal";

  private final Keyring keyring;

  RequestSeal(Keyring keyring) {
    this.keyring = keyring;
  }

  byte[] of(String key, byte[] value) {
    return keyring.seal(Purpose.REQUEST, sum(key, value)).getBytes(UTF_8);
  }

  /** Genuine only if the seal is that of this very key and value. */
  SealVerdict judge(String key, byte[] value, Headers headers) {
    Header seal = headers.lastHeader(HEADER);
    if (seal == null || seal.value() == null || seal.value().length > Keyring.MAX_TOKEN_CHARS) {
      return new SealVerdict.Forged();
    }
    SealVerdict opened = keyring.judge(Purpose.REQUEST, new String(seal.value(), UTF_8));
    return opened instanceof SealVerdict.Genuine(byte[] signed)
            && !Arrays.equals(signed, sum(key, value))
        ? new SealVerdict.Forged()
        : opened;
  }

  /** The key's length stands in front, so that nothing can move from one to the other. */
  private static byte[] sum(String key, byte[] value) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] keyBytes = key.getBytes(UTF_8);
      digest.update(Integer.toString(keyBytes.length).getBytes(UTF_8));
      digest.update((byte) ':');
      digest.update(keyBytes);
      return digest.digest(value);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is missing from this JDK", e);
    }
  }
}
