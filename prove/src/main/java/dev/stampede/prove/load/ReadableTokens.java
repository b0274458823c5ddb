package dev.stampede.prove.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;

/**
 * The parts of signed tokens that anybody can read: a record has these, since the checker compares
 * them with the database. A token is a key's number, a payload in base64 and a seal, between dots.
 */
final class ReadableTokens {

  private static final int HASH_BYTES = 8;
  private static final int NUMBER_LINE = 1;
  private static final int EPOCH_LINE = 2;

  private ReadableTokens() {}

  /** Returns a short hash of a pass: enough to tell two apart, too little to enter with. */
  static String hash(String token) {
    if (token.isEmpty()) {
      return "";
    }
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8));
      return HexFormat.of().formatHex(Arrays.copyOf(hash, HASH_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is missing from this JDK", e);
    }
  }

  /** Returns the number and the epoch of a place, as {@code number/epoch}. */
  static String place(String placeToken) {
    if (placeToken.isEmpty()) {
      return "";
    }
    String[] lines = new String(payload(placeToken), UTF_8).split("\n", -1);
    return lines[NUMBER_LINE] + "/" + lines[EPOCH_LINE];
  }

  /** Returns the id of a request through Kafka, as {@code request_outcome} has it. */
  static String operation(String operationToken) {
    ByteBuffer payload = ByteBuffer.wrap(payload(operationToken));
    return new UUID(payload.getLong(), payload.getLong()).toString();
  }

  private static byte[] payload(String token) {
    return Base64.getUrlDecoder()
        .decode(token.substring(token.indexOf('.') + 1, token.lastIndexOf('.')));
  }
}
