package dev.stampede.engine.waitingroom;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.signing.Purpose;
import java.util.Optional;

/**
 * Makes places into tokens and back, without I/O.
 *
 * <p>The payload is five lines of text (show, number, epoch, nonce, buyer), so that buyers can read
 * the nonce of their leaf out of their own token.
 */
public final class PlaceTokens {

  private final Keyring keyring;

  public PlaceTokens(Keyring keyring) {
    this.keyring = keyring;
  }

  public String seal(PlaceToken place) {
    String payload =
        place.show()
            + "\n"
            + place.number()
            + "\n"
            + place.epoch()
            + "\n"
            + place.nonce()
            + "\n"
            + place.buyer();
    return keyring.seal(Purpose.PLACE, payload.getBytes(UTF_8));
  }

  /** The place, if this deployment gave it out. The caller checks its buyer. */
  public Optional<PlaceToken> open(String token) {
    return keyring.open(Purpose.PLACE, token).map(PlaceTokens::read);
  }

  /**
   * Reads a token without checking its signature: for buyers, who want to know their own nonce and
   * have no key. Empty if the text is no place token.
   */
  public static Optional<PlaceToken> unchecked(String token) {
    try {
      return Keyring.unchecked(token).map(PlaceTokens::read);
    } catch (IllegalArgumentException | IndexOutOfBoundsException notFiveLines) {
      return Optional.empty();
    }
  }

  private static PlaceToken read(byte[] payload) {
    String text = new String(payload, UTF_8);
    int number = text.indexOf('\n') + 1;
    int epoch = text.indexOf('\n', number) + 1;
    int nonce = text.indexOf('\n', epoch) + 1;
    int buyer = text.indexOf('\n', nonce) + 1;
    return new PlaceToken(
        new ShowId(Long.parseLong(text, 0, number - 1, 10)),
        new Buyer(text.substring(buyer)),
        Long.parseLong(text, number, epoch - 1, 10),
        Integer.parseInt(text, epoch, nonce - 1, 10),
        text.substring(nonce, buyer - 1));
  }
}
