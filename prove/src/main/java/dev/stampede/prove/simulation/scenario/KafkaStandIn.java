package dev.stampede.prove.simulation.scenario;

import dev.stampede.kafka.KafkaCluster;
import dev.stampede.kafka.KafkaSettings;
import dev.stampede.kafka.Topics;
import dev.stampede.prove.simulation.world.World;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;

/** Stands in for the methods of the product that open connections to a real Kafka. */
public final class KafkaStandIn {

  private KafkaStandIn() {}

  /** A producer of the simulated Kafka. */
  public static Producer<String, byte[]> open(KafkaSettings unused) {
    return World.current().part(KafkaModel.class).producer();
  }

  /** There is no cluster here, and nobody asks for more. */
  public static @Nullable Admin admin(@Nullable KafkaCluster unused) {
    return null;
  }

  /** All topics are there. */
  public static Optional<String> missing(Topics unused) {
    return Optional.empty();
  }
}
