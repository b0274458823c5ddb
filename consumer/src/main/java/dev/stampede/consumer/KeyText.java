package dev.stampede.consumer;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Keys as text that a database can index, different for different keys: readable ones as they are,
 * others as {@code \x} and their bytes, very long ones as {@code \#} and their SHA-256. A message
 * without a key has the empty one.
 */
final class KeyText {

  private static final int MAX_BYTES = 512;

  private KeyText() {}

  static String of(byte @Nullable [] key) {
    if (key == null) {
      return "";
    }
    if (key.length > MAX_BYTES) {
      return "\\#" + HexFormat.of().formatHex(sha256(key));
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(key)).toString();
      if (text.indexOf('\0') < 0 && !text.startsWith("\\")) {
        return text;
      }
      return hex(key);
    } catch (CharacterCodingException notText) {
      return hex(key);
    }
  }

  private static String hex(byte[] key) {
    return "\\x" + HexFormat.of().formatHex(key);
  }

  private static byte[] sha256(byte[] key) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(key);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
