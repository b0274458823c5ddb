package dev.stampede.server.auth;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.util.Base64URL;
import dev.stampede.engine.signing.SharedMac;
import java.text.ParseException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * One shared secret; HS256 and nothing else, whatever the token's head would like.
 *
 * <p>At the opening of a sale nearly every token is seen for the first time, and reading one by the
 * library costs more than the request it came with. So the library reads heads alone, and each head
 * once: all tokens of an issuer have the same. The signature covers a token's head and payload as
 * they are spelled, so it is checked on the text, before any of it is decoded, and it has one
 * spelling itself.
 */
final class SharedSecret implements TokenKeys {

  private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

  private static final Checked.Bad NOT_HS256 =
      new Checked.Bad("the token is not signed with HS256");
  private static final Checked.Bad WRONG = new Checked.Bad("the token's signature is wrong");

  private final SharedMac mac;

  /** The head of the last good token that had another; strangers cannot change it. */
  private volatile String goodHead = "";

  SharedSecret(String secret) {
    mac = new SharedMac(secret.getBytes(UTF_8));
  }

  @Override
  public Checked check(String token) {
    int first = token.indexOf('.');
    int last = token.lastIndexOf('.');
    if (first < 1 || token.indexOf('.', first + 1) != last) {
      return NOT_A_TOKEN;
    }
    String known = goodHead;
    boolean isKnown = known.length() == first && token.startsWith(known);
    if (!isKnown) {
      Optional<Checked.Bad> refusal = refusal(token.substring(0, first));
      if (refusal.isPresent()) {
        return refusal.get();
      }
    }
    if (!isSigned(token, last)) {
      return WRONG;
    }
    if (!isKnown) {
      goodHead = token.substring(0, first);
    }
    return decoded(token.substring(first + 1, last));
  }

  private static Optional<Checked.Bad> refusal(String head) {
    try {
      JWSHeader read = JWSHeader.parse(new Base64URL(head));
      if (TokenKeys.isCritical(read)) {
        return Optional.of(CRITICAL);
      }
      return JWSAlgorithm.HS256.equals(read.getAlgorithm())
          ? Optional.empty()
          : Optional.of(NOT_HS256);
    } catch (ParseException noHead) {
      return Optional.of(NOT_A_TOKEN);
    }
  }

  /**
   * True if the signature is good. If two characters became one byte, positions in the text are not
   * those in the token, and the token is refused.
   */
  private boolean isSigned(String token, int last) {
    byte[] text = token.getBytes(ISO_8859_1);
    return text.length == token.length()
        && mac.isOf(text, last, Arrays.copyOfRange(text, last + 1, text.length));
  }

  private static Checked decoded(String payload) {
    try {
      return TokenKeys.signed(DECODER.decode(payload));
    } catch (IllegalArgumentException notBase64) {
      return NOT_A_TOKEN;
    }
  }
}
