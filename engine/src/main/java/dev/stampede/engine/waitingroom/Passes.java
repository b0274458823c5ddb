package dev.stampede.engine.waitingroom;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.signing.Purpose;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;

/**
 * Makes passes into tokens and back, without I/O. Sealing the same pass twice gives the same token,
 * so that no server has to remember those it gave out.
 *
 * <p>The payload is show, number and expiry in epoch milliseconds, eight bytes each, then the
 * buyer.
 */
public final class Passes {

  private static final int BEFORE_THE_BUYER = 3 * Long.BYTES;

  private final Keyring keyring;

  public Passes(Keyring keyring) {
    this.keyring = keyring;
  }

  public String seal(Pass pass) {
    byte[] buyer = pass.buyer().sub().getBytes(UTF_8);
    byte[] payload =
        ByteBuffer.allocate(BEFORE_THE_BUYER + buyer.length)
            .putLong(pass.show().value())
            .putLong(pass.number())
            .putLong(pass.expiresAt().toEpochMilli())
            .put(buyer)
            .array();
    return keyring.seal(Purpose.PASS, payload);
  }

  /** The pass, if this deployment made it. The caller checks its buyer and its expiry. */
  public Optional<Pass> open(String token) {
    return keyring.open(Purpose.PASS, token).map(Passes::read);
  }

  private static Pass read(byte[] payload) {
    ByteBuffer fields = ByteBuffer.wrap(payload);
    ShowId show = new ShowId(fields.getLong());
    long number = fields.getLong();
    Instant expiresAt = Instant.ofEpochMilli(fields.getLong());
    String buyer = UTF_8.decode(fields).toString();
    return new Pass(show, new Buyer(buyer), number, expiresAt);
  }
}
