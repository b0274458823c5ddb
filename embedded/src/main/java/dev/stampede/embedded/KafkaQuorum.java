package dev.stampede.embedded;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;

/**
 * The nodes of one Kafka, each broker and controller. Of three, any one may be lost: two copies of
 * a record are enough.
 */
public record KafkaQuorum(String clusterId, List<Node> nodes) {

  /** One node with its two ports; its id is counted from 1. */
  public record Node(int id, int clientPort, int controllerPort) {}

  public KafkaQuorum {
    nodes = List.copyOf(nodes);
  }

  /** So many nodes on free ports. */
  public static KafkaQuorum onFreePorts(int nodes) {
    return new KafkaQuorum(
        Uuid.randomUuid().toString(),
        IntStream.rangeClosed(1, nodes)
            .mapToObj(id -> new Node(id, FreePort.next(), FreePort.next()))
            .toList());
  }

  static KafkaQuorum alone(int clientPort) {
    return new KafkaQuorum(
        Uuid.randomUuid().toString(), List.of(new Node(1, clientPort, FreePort.next())));
  }

  /** In the form of the setting KAFKA_BOOTSTRAP_SERVERS. */
  public String bootstrapServers() {
    return nodes.stream()
        .map(node -> "127.0.0.1:" + node.clientPort())
        .collect(Collectors.joining(","));
  }

  String voters() {
    return nodes.stream()
        .map(node -> "%d@127.0.0.1:%d".formatted(node.id(), node.controllerPort()))
        .collect(Collectors.joining(","));
  }

  /** A majority, so that what was acknowledged survives the loss of the others. */
  int copiesNeeded() {
    return nodes.size() / 2 + 1;
  }
}
