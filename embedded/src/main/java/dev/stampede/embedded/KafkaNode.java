package dev.stampede.embedded;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.utils.Time;

/** The process that Kafka runs in: formats its directory the first time, then serves. */
final class KafkaNode {

  static final String READY_FILE = "ready";

  /** Our own property: Kafka takes it as an option of its storage tool. */
  static final String CLUSTER_ID = "stampede.cluster.id";

  private KafkaNode() {}

  public static void main(String[] arguments) throws IOException {
    Path configuration = Path.of(arguments[0]);
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(configuration)) {
      properties.load(reader);
    }
    try {
      String clusterId = String.valueOf(properties.remove(CLUSTER_ID));
      format(configuration, clusterId, Path.of(properties.getProperty("log.dirs")));
      serve(properties);
    } catch (RuntimeException | Error e) {
      // Threads that Kafka has already started would keep the process alive.
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  /** The note that formatting writes last is missing: new, or killed half-way. */
  private static void format(Path configuration, String clusterId, Path log) {
    if (Files.exists(log.resolve("meta.properties"))) {
      return;
    }
    Directories.deleteIfExists(log);
    String[] format = {"format", "--cluster-id", clusterId, "--config", configuration.toString()};
    int status = StorageTool.execute(format, System.out);
    if (status != 0) {
      throw new EmbeddedException(
          "Kafka's storage tool ended with status %d on %s".formatted(status, log));
    }
  }

  private static void serve(Properties properties) throws IOException {
    KafkaRaftServer server =
        new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown, "shutdown"));
    server.startup();
    Path unfinished = Path.of(READY_FILE + ".unfinished");
    Files.writeString(unfinished, Long.toString(ProcessHandle.current().pid()));
    // One that was killed has left its note behind.
    Files.move(unfinished, Path.of(READY_FILE), StandardCopyOption.REPLACE_EXISTING);
    server.awaitShutdown();
  }
}
