package dev.stampede.engine.signing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/**
 * The keys that all servers of a deployment share, newest first in use, all of them believed.
 *
 * <p>A sealed token is {@code <key id>.<payload>.<HMAC-SHA256>}, payload and MAC in base64url. The
 * MAC covers purpose, key id and payload. The payload is signed, not hidden: put nothing secret in
 * it. Whether a token has expired is the payload's own affair.
 */
public final class Keyring {

  /** Longer than any token of ours; what exceeds it is refused before a byte is decoded. */
  public static final int MAX_TOKEN_CHARS = 2_048;

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

  /**
   * A MAC of each key that has taken in each purpose. Never used itself, but copied: that is what
   * takes the time, and a poll seals a token each.
   */
  private final Map<Integer, Map<Purpose, Mac>> byId;

  private final int signingId;

  public Keyring(List<SigningKey> keys) {
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("a keyring needs at least one key");
    }
    byId =
        keys.stream()
            .collect(Collectors.toUnmodifiableMap(SigningKey::id, key -> begun(key.secret())));
    signingId = keys.stream().mapToInt(SigningKey::id).max().getAsInt();
  }

  public String seal(Purpose purpose, byte[] payload) {
    String signed = signingId + "." + ENCODER.encodeToString(payload);
    String token = signed + "." + ENCODER.encodeToString(mac(signingId, purpose, signed));
    if (token.length() > MAX_TOKEN_CHARS) {
      throw new IllegalArgumentException(
          "a %s token would be %d characters; the limit is %d"
              .formatted(purpose.label(), token.length(), MAX_TOKEN_CHARS));
    }
    return token;
  }

  /** The payload, if this deployment sealed the token for this purpose; otherwise empty. */
  public Optional<byte[]> open(Purpose purpose, String token) {
    int first = token.indexOf('.');
    int last = token.lastIndexOf('.');
    if (first < 1 || last == first || token.length() > MAX_TOKEN_CHARS) {
      return Optional.empty();
    }
    return keyId(token.substring(0, first))
        .filter(byId::containsKey)
        .filter(id -> matches(id, purpose, token.substring(0, last), token.substring(last + 1)))
        .flatMap(id -> decode(token.substring(first + 1, last)));
  }

  /**
   * What a token says, whoever made it: for those who have no key, and are to decide nothing by it.
   * Empty for what is no token at all.
   */
  public static Optional<byte[]> unchecked(String token) {
    int first = token.indexOf('.');
    int last = token.lastIndexOf('.');
    return first < 1 || last == first || token.length() > MAX_TOKEN_CHARS
        ? Optional.empty()
        : decode(token.substring(first + 1, last));
  }

  /**
   * Compares the MACs as text: base64 decoders forgive stray bits, and a token has one spelling.
   */
  private boolean matches(int id, Purpose purpose, String signed, String mac) {
    return MessageDigest.isEqual(ENCODER.encode(mac(id, purpose, signed)), mac.getBytes(UTF_8));
  }

  private static Map<Purpose, Mac> begun(SecretKey secret) {
    Map<Purpose, Mac> macs = new EnumMap<>(Purpose.class);
    for (Purpose purpose : Purpose.values()) {
      try {
        Mac mac = Mac.getInstance(SigningKey.ALGORITHM);
        mac.init(secret);
        mac.update(purpose.label().getBytes(UTF_8));
        mac.update((byte) 0);
        macs.put(purpose, mac);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(SigningKey.ALGORITHM + " is missing from this JDK", e);
      }
    }
    return macs;
  }

  private byte[] mac(int id, Purpose purpose, String signed) {
    Mac begun = Objects.requireNonNull(Objects.requireNonNull(byId.get(id)).get(purpose));
    try {
      return ((Mac) begun.clone()).doFinal(signed.getBytes(UTF_8));
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(SigningKey.ALGORITHM + " of this JDK cannot be copied", e);
    }
  }

  private static Optional<Integer> keyId(String text) {
    return text.length() <= 9 && text.chars().allMatch(c -> c >= '0' && c <= '9')
        ? Optional.of(Integer.valueOf(text))
        : Optional.empty();
  }

  private static Optional<byte[]> decode(String text) {
    try {
      return Optional.of(DECODER.decode(text));
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }
}
