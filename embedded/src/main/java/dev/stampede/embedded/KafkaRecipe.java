package dev.stampede.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Kafka as nodes that are broker and controller, each in a small JVM of its own; usually one. */
final class KafkaRecipe implements Recipe {

  private static final String CONFIGURATION_FILE = "server.properties";

  private final Path directory;

  KafkaRecipe(DataDirectory data) {
    this(data.directory(ServiceKind.KAFKA.fileName()));
  }

  /** In a directory that is there, and nobody else's. */
  KafkaRecipe(Path directory) {
    this.directory = directory;
  }

  @Override
  public ServiceKind service() {
    return ServiceKind.KAFKA;
  }

  @Override
  public void prepare() {
    // The node formats its own directory, in its own JVM.
  }

  @Override
  public String version() {
    return PinnedVersion.of(ServiceKind.KAFKA);
  }

  @Override
  public String address(int port) {
    return "127.0.0.1:" + port;
  }

  /** Kafka has no password: the product's settings name brokers and no credentials. */
  @Override
  public String url(int port) {
    return address(port);
  }

  @Override
  public ServiceCommand command(int port) {
    return command(KafkaQuorum.alone(port), 0);
  }

  /** One of the nodes, counted from 0. */
  ServiceCommand command(KafkaQuorum quorum, int node) {
    try {
      Files.deleteIfExists(directory.resolve(KafkaNode.READY_FILE));
      Files.writeString(
          directory.resolve(CONFIGURATION_FILE), configuration(quorum, quorum.nodes().get(node)));
    } catch (IOException e) {
      throw new EmbeddedException("cannot write in " + directory, e);
    }
    return new ServiceCommand(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xms64m",
            "-Xmx320m",
            "-XX:+UseSerialGC",
            // A broker that starts soon and stays small, not one that is fastest after a minute.
            "-XX:TieredStopAtLevel=1",
            "-XX:+ExitOnOutOfMemoryError",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            // Kafka logs to standard output, whatever else is on the class path.
            "-Dslf4j.provider=" + KafkaLogging.class.getName(),
            "-cp",
            classPath(),
            KafkaNode.class.getName(),
            CONFIGURATION_FILE),
        directory,
        variables -> {
          // Made for the caller's JVM: an agent or a debugger's port would be taken twice.
          variables.remove("JAVA_TOOL_OPTIONS");
          variables.remove("JDK_JAVA_OPTIONS");
        });
  }

  /** The node writes its number down once it serves clients. */
  @Override
  public boolean ready(long pid, int port) {
    try {
      return Files.readString(directory.resolve(KafkaNode.READY_FILE)).equals(Long.toString(pid));
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Of this process, good in any folder. */
  static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** {@code log.dirs} is relative to the directory it runs in: a list that splits at commas. */
  private static String configuration(KafkaQuorum quorum, KafkaQuorum.Node node) {
    return """
      # Written at every start; changes made here do not last.
      %5$s=%6$s
      process.roles=broker,controller
      node.id=%1$d
      listeners=CLIENTS://127.0.0.1:%2$d,CONTROLLER://127.0.0.1:%3$d
      listener.security.protocol.map=CLIENTS:PLAINTEXT,CONTROLLER:PLAINTEXT
      inter.broker.listener.name=CLIENTS
      controller.listener.names=CONTROLLER
      controller.quorum.voters=%4$s
      log.dirs=log

      # After a crash the controller waits this long for the broker it remembers.
      broker.session.timeout.ms=3000
      broker.heartbeat.interval.ms=500

      # Every node has a copy of everything; one of three may be lost.
      default.replication.factor=%7$d
      min.insync.replicas=%8$d
      offsets.topic.replication.factor=%7$d
      transaction.state.log.replication.factor=%7$d
      transaction.state.log.min.isr=%8$d
      share.coordinator.state.topic.replication.factor=%7$d
      share.coordinator.state.topic.min.isr=%8$d
      auto.create.topics.enable=false

      # Small: few threads, few internal partitions, small buffers, bounded files.
      num.network.threads=2
      num.io.threads=3
      background.threads=2
      num.recovery.threads.per.data.dir=1
      offsets.topic.num.partitions=4
      transaction.state.log.num.partitions=4
      share.coordinator.state.topic.num.partitions=1
      group.initial.rebalance.delay.ms=0
      log.cleaner.dedupe.buffer.size=4194304
      log.segment.bytes=67108864
      log.retention.bytes=268435456
      log.index.size.max.bytes=1048576
      metadata.max.idle.interval.ms=5000
      """
        .formatted(
            node.id(),
            node.clientPort(),
            node.controllerPort(),
            quorum.voters(),
            KafkaNode.CLUSTER_ID,
            quorum.clusterId(),
            quorum.nodes().size(),
            quorum.copiesNeeded());
  }
}
