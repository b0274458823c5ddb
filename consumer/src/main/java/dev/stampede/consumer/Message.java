package dev.stampede.consumer;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** A message as it lies in Kafka. One without a value has none of its bytes. */
public final class Message {

  private final Place place;
  private final String key;
  private final byte[] value;
  private final Instant sentAt;

  /** The message's position in Kafka. */
  public record Place(String topic, int partition, long offset) {}

  Message(Place place, String key, byte[] value, Instant sentAt) {
    this.place = place;
    this.key = key;
    this.value = value;
    this.sentAt = sentAt;
  }

  public Place place() {
    return place;
  }

  public String topic() {
    return place.topic();
  }

  /** The key as {@link KeyText} writes it: text as it is, anything else by its bytes. */
  public String key() {
    return key;
  }

  public byte[] value() {
    return value.clone();
  }

  /** The value as text; one that is not UTF-8 is refused and not repaired. */
  public String text() throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value)).toString();
  }

  public Instant sentAt() {
    return sentAt;
  }

  KeyName name() {
    return new KeyName(place.topic(), key);
  }

  @Override
  public String toString() {
    return "%s-%d@%d (%s)".formatted(place.topic(), place.partition(), place.offset(), key);
  }
}
