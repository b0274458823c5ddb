package dev.stampede.server;

import dev.stampede.engine.claim.layer.ClaimsInOrder;
import dev.stampede.engine.news.ChangeNews;
import dev.stampede.engine.requests.Receipts;
import dev.stampede.engine.requests.RequestBacklogLimit;
import dev.stampede.engine.requests.RequestWorker;
import dev.stampede.engine.signing.Keyring;
import dev.stampede.kafka.KafkaCluster;
import dev.stampede.kafka.KafkaSettings;
import dev.stampede.kafka.Topics;
import dev.stampede.kafka.requests.KafkaRequestQueue;
import dev.stampede.kafka.requests.RequestIntake;
import dev.stampede.kafka.requests.RequestLagCount;
import dev.stampede.kafka.requests.RequestRecords;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.claim.PostgresRequestOutcomes;
import dev.stampede.postgres.deployment.StoredDeployment;
import dev.stampede.server.claim.ClaimEndpoint;
import dev.stampede.server.health.Dependency;
import dev.stampede.server.health.DependencyDownException;
import dev.stampede.server.http.Drain;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.metrics.RequestMeters;
import dev.stampede.server.operation.OperationReplies;
import dev.stampede.server.operation.OperationRoutes;
import dev.stampede.server.operation.OperationStreams;
import dev.stampede.server.operation.RequestAcceptor;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * The part of the wiring that requests through the broker pass: accepted over HTTP, sent through
 * Kafka, out of the intake into the claims, and what became of them. A subsystem of {@link Wiring}.
 */
final class BookingRequestSubsystem implements AutoCloseable {

  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  /** The same while nobody is there: well within what the backlog takes for an answer. */
  private static final Duration QUIET_LOOK = Duration.ofSeconds(2);

  private static final Duration QUIET_STREAMS = Duration.ofSeconds(5);

  /** The stores, settings and keys that it uses. */
  record Stores(Database database, KafkaCluster kafka, KafkaSettings settings, Keyring keyring) {}

  /** The sale that requests are made in. */
  record Sale(
      ClaimsInOrder claims, ClaimEndpoint endpoint, InstantSource clock, Activity activity) {}

  private final ClosingStack started = new ClosingStack();
  private final RequestBacklogLimit backlog;
  private final RequestAcceptor acceptor;
  private final OperationRoutes routes;
  private final RequestIntake intake;

  BookingRequestSubsystem(
      Stores stores,
      Sale sale,
      int lagLimit,
      ChangeNews news,
      Drain drain,
      MeterRegistry registry) {
    UUID deployment = StoredDeployment.id(stores.database());
    RequestMeters meters = new RequestMeters(registry, sale.clock());
    PostgresRequestOutcomes outcomes = new PostgresRequestOutcomes(stores.database());
    RequestRecords records = new RequestRecords(stores.keyring(), sale.clock());
    Receipts receipts = new Receipts(stores.keyring());
    backlog = new RequestBacklogLimit(lagLimit, stores.database().monitor()::isAway);
    Activity activity = sale.activity();
    KafkaRequestQueue queue = started.add(new KafkaRequestQueue(stores.settings(), records));
    acceptor = new RequestAcceptor(backlog, queue, receipts, meters, sale.clock());

    OperationReplies looks = new OperationReplies(outcomes, sale.endpoint(), sale.clock());
    OperationStreams streams =
        new OperationStreams(looks, sale.clock(), drain, OperationStreams.DEFAULT_MAX_WATCHERS);
    news.listen(OperationStreams.NEWS, streams);
    activity.notQuietWhile(() -> streams.watchers() > 0);
    LoopInterval ticks = activity.pace(OperationStreams.TICK, QUIET_STREAMS);
    started.add(Loop.start("operation streams", ticks, streams::tick));
    routes = new OperationRoutes(receipts, looks, streams, sale.clock());

    RequestLagCount lag = new RequestLagCount(stores.kafka(), stores.settings(), deployment);
    LoopInterval counts = activity.pace(LOOK_EVERY, QUIET_LOOK);
    started.add(Loop.start("request lag", counts, () -> count(lag)));
    intake =
        started.add(
            new RequestIntake(
                stores.settings(),
                deployment,
                new Topics(stores.kafka(), stores.settings().topics()),
                new RequestIntake.Reading(
                    records,
                    new RequestWorker(sale.claims(), outcomes, meters),
                    meters,
                    (partition, offset) ->
                        news.tell(OperationStreams.NEWS, Integer.toString(partition), offset),
                    sale.clock())));
    meters.gauge(
        "lag", "Booking requests that wait to be decided", backlog, RequestBacklogLimit::waiting);
    meters.gauge(
        "lag.seconds",
        "Time that the oldest request of this process's partitions has been waiting",
        intake,
        each -> each.oldest().toMillis() / 1e3);
    meters.gauge(
        "stopped",
        "Partitions of this process that stand still in front of a record it cannot decide",
        intake,
        each -> each.stops().size());
    meters.gauge("watchers", "Open streams of operations", streams, OperationStreams::watchers);
  }

  /** Counts waiting requests; if that fails, the backlog must not assume that few wait. */
  private void count(RequestLagCount lag) throws InterruptedException {
    try {
      long begun = backlog.counting();
      lag.count().ifPresentOrElse(waiting -> backlog.counted(waiting, begun), backlog::unanswered);
    } catch (ExecutionException | TimeoutException away) {
      backlog.unanswered();
    }
  }

  /** Requests go on being decided, unless a partition of this server stands still. */
  Dependency part() {
    return new Dependency(
        "booking-requests",
        false,
        () -> {
          List<String> stops = intake.stops();
          if (!stops.isEmpty()) {
            throw new DependencyDownException(String.join("; ", stops));
          }
        });
  }

  RequestAcceptor acceptor() {
    return acceptor;
  }

  RouteSet routes() {
    return routes;
  }

  /** The intake goes first, while there are claims that decide what it has begun. */
  @Override
  public void close() {
    started.close();
  }
}
