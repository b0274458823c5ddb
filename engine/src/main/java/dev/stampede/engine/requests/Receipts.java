package dev.stampede.engine.requests;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.signing.Purpose;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Makes receipts into tokens and back, without I/O.
 *
 * <p>The payload is the id (16 bytes), the moment in epoch milliseconds, the offset (8 bytes each),
 * the partition (4 bytes), then the buyer.
 */
public final class Receipts {

  private static final int BEFORE_THE_BUYER = 4 * Long.BYTES + Integer.BYTES;

  private final Keyring keyring;

  public Receipts(Keyring keyring) {
    this.keyring = keyring;
  }

  public String seal(Receipt receipt) {
    byte[] buyer = receipt.buyer().sub().getBytes(UTF_8);
    UUID id = receipt.id().value();
    return keyring.seal(
        Purpose.OPERATION,
        ByteBuffer.allocate(BEFORE_THE_BUYER + buyer.length)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .putLong(receipt.acceptedAt().toEpochMilli())
            .putLong(receipt.offset())
            .putInt(receipt.partition())
            .put(buyer)
            .array());
  }

  /** Opens the receipt, if this deployment made it. The caller checks its buyer and its age. */
  public Optional<Receipt> open(String token) {
    return keyring.open(Purpose.OPERATION, token).map(Receipts::read);
  }

  private static Receipt read(byte[] payload) {
    ByteBuffer fields = ByteBuffer.wrap(payload);
    UUID id = new UUID(fields.getLong(), fields.getLong());
    Instant acceptedAt = Instant.ofEpochMilli(fields.getLong());
    long offset = fields.getLong();
    int partition = fields.getInt();
    Buyer buyer = new Buyer(UTF_8.decode(fields).toString());
    return new Receipt(new BookingRequestId(id), buyer, acceptedAt, partition, offset);
  }
}
