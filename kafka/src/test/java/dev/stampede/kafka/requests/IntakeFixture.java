package dev.stampede.kafka.requests;

import dev.stampede.engine.claim.BookingId;
import dev.stampede.engine.claim.BookingRequest;
import dev.stampede.engine.claim.BookingRequestId;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Payment;
import dev.stampede.engine.claim.layer.ClaimsInOrder;
import dev.stampede.engine.requests.BookingRequestListener;
import dev.stampede.engine.requests.RequestOutcomes;
import dev.stampede.engine.requests.RequestQueue;
import dev.stampede.engine.requests.RequestWorker;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.signing.SigningKey;
import dev.stampede.engine.signing.SigningKeys;
import dev.stampede.kafka.KafkaCluster;
import dev.stampede.kafka.KafkaSettings;
import dev.stampede.kafka.TopicSettings;
import dev.stampede.kafka.Topics;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TestServices;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Utils;

/**
 * A deployment as far as requests through the broker are concerned: a real Kafka, the table of
 * signing keys, and outcomes that are there once, as the database keeps them; in memory. Its
 * servers may be of different versions.
 */
final class IntakeFixture implements AutoCloseable {

  static final int PARTITIONS = 2;

  private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);

  final KafkaSettings kafka;
  final UUID deployment = UUID.randomUUID();
  private final KafkaCluster cluster;
  private final List<Runnable> closing = new CopyOnWriteArrayList<>();
  private final Map<BookingRequestId, Integer> outcomes = new ConcurrentHashMap<>();
  private final List<BookingRequestId> order = new CopyOnWriteArrayList<>();
  private volatile List<SigningKey> keys = List.of(key(1));
  private volatile boolean databaseAway;
  private int toBreak;

  IntakeFixture() {
    TestServices services = TestServices.shared();
    kafka =
        new KafkaSettings(List.of(services.kafkaBootstrapServers()))
            .with(new TopicSettings(services.freshTopicPrefix(), PARTITIONS, 0));
    cluster = KafkaCluster.of(kafka);
    Topics topics = new Topics(cluster, kafka.topics());
    Eventually.within(LONG_ENOUGH)
        .until("the topics are there", topics::missing, Optional::isEmpty);
  }

  static SigningKey key(int id) {
    byte[] secret = new byte[SigningKey.MIN_SECRET_BYTES];
    Arrays.fill(secret, (byte) id);
    return SigningKey.of(id, secret);
  }

  void store(int... ids) {
    keys = IntStream.of(ids).mapToObj(IntakeFixture::key).toList();
  }

  void databaseAway(boolean away) {
    databaseAway = away;
  }

  /** So many times from now on deciding ends in an error, as code that is broken does. */
  synchronized void breakTimes(int times) {
    toBreak = times;
  }

  /** A ring as a server has it: read now, and again when a token names an unknown key. */
  Keyring ring() {
    return new Keyring(this::read);
  }

  private SigningKeys read() {
    if (databaseAway) {
      throw new IllegalStateException("the database is away");
    }
    List<SigningKey> now = keys;
    return new SigningKeys(now, now.getLast().id());
  }

  /** A key of the topic that stands in this partition. */
  static String keyIn(int partition) {
    return IntStream.iterate(1, i -> i + 1)
        .mapToObj(show -> show + "/A")
        .filter(
            key ->
                Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % PARTITIONS
                    == partition)
        .findFirst()
        .orElseThrow();
  }

  static BookingRequest request() {
    return new BookingRequest(
        new BookingRequestId(UUID.randomUUID()),
        Instant.now(),
        new Claim.Book(
            new ShowId(1),
            new Buyer("ann"),
            Optional.empty(),
            new BookingId(UUID.randomUUID()),
            new HoldId(UUID.randomUUID()),
            new Payment.Points()));
  }

  /** Requests that were accepted, in the order of their acceptance. */
  record Accepted(BookingRequestId id, int partition, long offset) {}

  /** Accepts a request through the queue of a server of some version. */
  Accepted accept(RequestQueue queue, int partition) {
    BookingRequest request = request();
    // A busy machine may take longer than a buyer waits to find the partition of a new topic.
    RequestQueue.Sent sent =
        Eventually.within(LONG_ENOUGH)
            .until(
                "it was sent",
                () -> queue.send(keyIn(partition), request),
                answer -> !(answer instanceof RequestQueue.Sent.NotSent));
    if (sent instanceof RequestQueue.Sent.Queued(int in, long offset)) {
      return new Accepted(request.id(), in, offset);
    }
    throw new AssertionError("not accepted: " + sent);
  }

  KafkaRequestQueue queue(Keyring keyring, int form) {
    KafkaRequestQueue queue = new KafkaRequestQueue(kafka, records(keyring, form));
    closing.addFirst(queue::close);
    return queue;
  }

  static RequestRecords records(Keyring keyring, int form) {
    return records(keyring, form, UnknownKeys.PATIENCE);
  }

  static RequestRecords records(Keyring keyring, int form, Duration patience) {
    return new RequestRecords(
        keyring,
        InstantSource.system(),
        form,
        new UnknownKeys(keyring, patience, System::nanoTime));
  }

  /** A server of a version that reads these forms, and what it passed over. */
  record Server(RequestIntake intake, List<String> skipped) {}

  Server server(Keyring keyring, int form) {
    return server(records(keyring, form));
  }

  Server server(RequestRecords records) {
    List<String> skipped = new CopyOnWriteArrayList<>();
    BookingRequestListener listener =
        new BookingRequestListener() {
          @Override
          public void decided(BookingRequest request, ClaimOutcome outcome) {}

          @Override
          public void skipped(String reason) {
            skipped.add(reason);
          }

          @Override
          public void delayed() {}
        };
    RequestIntake intake =
        new RequestIntake(
            kafka,
            deployment,
            new Topics(cluster, kafka.topics()),
            new RequestIntake.Reading(
                records,
                new RequestWorker(this::decide, new NeverEnded(), listener),
                listener,
                (partition, offset) -> {},
                InstantSource.system()));
    closing.addFirst(intake::close);
    return new Server(intake, skipped);
  }

  /** Decides as the database does: the first server decides, a later one finds it decided. */
  private synchronized ClaimsInOrder.Progress decide(int partition, List<BookingRequest> requests) {
    if (toBreak > 0) {
      toBreak--;
      throw new NoClassDefFoundError("broken");
    }
    List<ClaimOutcome> decided = new ArrayList<>();
    for (BookingRequest request : requests) {
      if (outcomes.merge(request.id(), 1, Integer::sum) == 1) {
        order.add(request.id());
        decided.add(new ClaimOutcome.NoSuchHold());
      } else {
        decided.add(new ClaimOutcome.AlreadyDecided());
      }
    }
    return new ClaimsInOrder.Progress(decided, Optional.empty());
  }

  /** Nothing breaks here. */
  private record NeverEnded() implements RequestOutcomes {

    @Override
    public Map<BookingRequestId, Settled> find(Collection<BookingRequestId> ids) {
      return Map.of();
    }

    @Override
    public boolean end(BookingRequestId id, ShowId show, ClaimOutcome outcome) {
      throw new AssertionError("request " + id + " was ended without being decided");
    }
  }

  boolean isDecided(Accepted request) {
    return outcomes.containsKey(request.id());
  }

  /** Those of them that have been decided, in the order in which they were. */
  List<BookingRequestId> decidedOf(List<Accepted> requests) {
    List<BookingRequestId> ids = requests.stream().map(Accepted::id).toList();
    return order.stream().filter(ids::contains).toList();
  }

  @Override
  public void close() {
    closing.forEach(Runnable::run);
    cluster.close();
  }
}
