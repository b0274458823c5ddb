package dev.stampede.kafka;

import dev.stampede.engine.events.EventChannel;
import dev.stampede.engine.events.EventChannels;
import java.util.UUID;

/**
 * Kafka as the place where events are sent.
 *
 * <p>Each range has a {@code transactional.id}, the same on all servers of a deployment. Whoever
 * opens a producer with it shuts out all others: that, and not the lease, is what keeps a server
 * that was frozen and wakes up from sending old versions after new ones.
 */
public final class KafkaEvents implements EventChannels {

  private final KafkaSettings settings;
  private final UUID deployment;
  private final Topics topics;
  private final EventJson json = new EventJson();

  /**
   * @param deployment what all servers on one outbox have in common, and no others
   */
  public KafkaEvents(KafkaCluster cluster, KafkaSettings settings, UUID deployment) {
    this.settings = settings;
    this.deployment = deployment;
    this.topics = new Topics(cluster.admin(), settings.topics());
  }

  @Override
  public EventChannel of(int range) {
    String name = "%srelay.%s.%d".formatted(settings.topics().prefix(), deployment, range);
    return new KafkaChannel(
        topics, json, settings.topics(), () -> RelayProducer.open(settings, name));
  }
}
