package dev.stampede.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;

/** Makes the topics that are missing, once for each process. */
public final class Topics {

  private static final Duration WITHIN = Duration.ofSeconds(5);

  private final Admin admin;
  private final TopicSettings settings;
  private volatile boolean there;

  /** The topics of this cluster. */
  public Topics(KafkaCluster cluster, TopicSettings settings) {
    this(cluster.admin(), settings);
  }

  Topics(Admin admin, TopicSettings settings) {
    this.admin = admin;
    this.settings = settings;
  }

  /**
   * Why a topic is missing, or nothing when all are there. Where we may not create topics we cannot
   * ask for them either way: then they are taken to be there, and sending will tell.
   */
  public synchronized Optional<String> missing() throws InterruptedException {
    if (there) {
      return Optional.empty();
    }
    Optional<String> why = create();
    there = why.isEmpty();
    return why;
  }

  private Optional<String> create() throws InterruptedException {
    List<NewTopic> wanted =
        List.of(
            topic(settings.seatEvents()),
            topic(settings.bookingEvents()),
            topic(settings.bookingRequests()));
    CreateTopicsOptions options = new CreateTopicsOptions().timeoutMs((int) WITHIN.toMillis());
    Map<String, KafkaFuture<Void>> created = admin.createTopics(wanted, options).values();
    for (Map.Entry<String, KafkaFuture<Void>> each : created.entrySet()) {
      try {
        each.getValue().get(WITHIN.toMillis(), TimeUnit.MILLISECONDS);
      } catch (ExecutionException e) {
        Optional<String> why = why(each.getKey(), Objects.requireNonNullElse(e.getCause(), e));
        if (why.isPresent()) {
          return why;
        }
      } catch (TimeoutException e) {
        return Optional.of("no broker answered within " + WITHIN.toSeconds() + " s");
      }
    }
    return Optional.empty();
  }

  private NewTopic topic(String name) {
    Optional<Short> replication =
        settings.replication() == 0
            ? Optional.empty()
            : Optional.of((short) settings.replication());
    return new NewTopic(name, Optional.of(settings.partitions()), replication);
  }

  private Optional<String> why(String topic, Throwable failure) {
    return switch (failure) {
      case TopicExistsException _ -> Optional.empty();
      case AuthorizationException _ when exists(topic) -> Optional.empty();
      case AuthorizationException e ->
          Optional.of(
              "topic %s does not exist and this server may not create it (%s); create it with %d partitions, or grant CREATE on it"
                  .formatted(topic, e.getMessage(), settings.partitions()));
      default ->
          Optional.of(
              "topic %s could not be created with %d partitions and replication %s: %s"
                  .formatted(
                      topic,
                      settings.partitions(),
                      settings.replication() == 0 ? "of the brokers' own" : settings.replication(),
                      failure.getMessage()));
    };
  }

  private boolean exists(String topic) {
    try {
      admin
          .describeTopics(List.of(topic))
          .allTopicNames()
          .get(WITHIN.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
