package dev.stampede.testkit;

import dev.stampede.embedded.KafkaQuorum;
import dev.stampede.embedded.LoneProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Several brokers with a copy of everything on each; one of three may be lost. */
public final class BrokerCluster implements AutoCloseable {

  private final KafkaQuorum quorum;
  private final List<OwnKafka> brokers = new ArrayList<>();

  private BrokerCluster(KafkaQuorum quorum) {
    this.quorum = quorum;
  }

  /**
   * Starts them side by side, since none is ready alone, and waits until all serve.
   *
   * @param folder nobody else's; made if it is not there
   */
  public static BrokerCluster start(Path folder, int brokers) {
    BrokerCluster cluster = new BrokerCluster(KafkaQuorum.onFreePorts(brokers));
    try {
      for (int i = 0; i < brokers; i++) {
        cluster.brokers.add(
            new OwnKafka(
                cluster.quorum.nodes().get(i).clientPort(),
                LoneProcess.kafka(
                    OwnKafka.made(folder.resolve("broker-" + i)), cluster.quorum, i)));
      }
      cluster.brokers.forEach(OwnKafka::awaitReady);
      return cluster;
    } catch (AssertionError | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** In the form of the setting KAFKA_BOOTSTRAP_SERVERS; all of them. */
  public String bootstrapServers() {
    return quorum.bootstrapServers();
  }

  public List<OwnKafka> brokers() {
    return List.copyOf(brokers);
  }

  @Override
  public void close() {
    brokers.forEach(OwnKafka::close);
  }
}
