package dev.stampede.kafka.requests;

import dev.stampede.engine.claim.BookingRequest;
import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.signing.SealVerdict;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Turns requests into records of the topic, and records into requests.
 *
 * <p>A buyer has a 202 for every record that a server of this deployment wrote, so that no such
 * record may be passed over, and the seal is what tells them from all others:
 *
 * <table>
 *   <caption>How records are told apart</caption>
 *   <tr><th>record</th><th>is</th><th>becomes</th></tr>
 *   <tr><td>no seal, or one that a known key did not make</td><td>foreign: anybody who may write to
 *   the topic can make it</td><td>passed over</td></tr>
 *   <tr><td>a good seal, a form that this version reads</td><td>ours</td><td>decided</td></tr>
 *   <tr><td>a good seal, anything else</td><td>ours, of a newer version</td><td>waited for, until
 *   nobody can ask for it any more</td></tr>
 *   <tr><td>a seal of an unknown key</td><td>either</td><td>waited for, for a while ({@link
 *   UnknownKeys})</td></tr>
 * </table>
 */
public final class RequestRecords {

  private final RequestSeal seal;
  private final RequestJson json;
  private final UnknownKeys unknownKeys;
  private final InstantSource clock;

  /**
   * Records of the form that this version writes.
   *
   * @param clock about the database's time
   */
  public RequestRecords(Keyring keyring, InstantSource clock) {
    this(keyring, clock, RequestJson.FORM, new UnknownKeys(keyring));
  }

  RequestRecords(Keyring keyring, InstantSource clock, int form, UnknownKeys unknownKeys) {
    this.seal = new RequestSeal(keyring);
    this.json = new RequestJson(form);
    this.unknownKeys = unknownKeys;
    this.clock = clock;
  }

  ProducerRecord<String, byte[]> write(String topic, String key, BookingRequest request) {
    byte[] value = json.write(request);
    ProducerRecord<String, byte[]> record = new ProducerRecord<>(topic, key, value);
    record.headers().add(RequestSeal.HEADER, seal.of(key, value));
    return record;
  }

  RecordRead read(ConsumerRecord<String, byte[]> record) {
    if (record.key() == null || record.value() == null) {
      return new RecordRead.PassedOver("foreign");
    }
    return switch (seal.judge(record.key(), record.value(), record.headers())) {
      case SealVerdict.Forged _ -> new RecordRead.PassedOver("foreign");
      case SealVerdict.UnknownKey(int id) -> unknownKeys.judge(id);
      case SealVerdict.Genuine _ -> genuine(record);
    };
  }

  private RecordRead genuine(ConsumerRecord<String, byte[]> record) {
    return switch (json.read(record.value())) {
      case RequestJson.Read.Understood(BookingRequest request) ->
          isForgotten(request.acceptedAt())
              ? new RecordRead.PassedOver("too-old")
              : new RecordRead.Request(request);
      case RequestJson.Read.NotUnderstood(String why, Optional<Instant> acceptedAt) ->
          isForgotten(acceptedAt.orElseGet(() -> Instant.ofEpochMilli(record.timestamp())))
              ? new RecordRead.PassedOver("too-old")
              : new RecordRead.NotYet(
                  why
                      + "; a server of the version that wrote it decides it, so finish the upgrade");
    };
  }

  private boolean isForgotten(Instant acceptedAt) {
    return clock.instant().isAfter(acceptedAt.plus(BookingRequest.ASKED_WITHIN));
  }
}
