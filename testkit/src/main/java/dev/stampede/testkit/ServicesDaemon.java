package dev.stampede.testkit;

import dev.stampede.embedded.DataDirectory;
import dev.stampede.embedded.EmbeddedServices;
import dev.stampede.embedded.ServiceKind;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The process that runs the services of a test run and ends by itself when nobody leases them. */
final class ServicesDaemon {

  private ServicesDaemon() {}

  /** Detached: it has none of our streams, which the build would otherwise wait for. */
  static Process spawn(DaemonSettings settings) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ServicesDaemon.class.getName()));
    line.addAll(settings.arguments());
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    return builder
        .redirectErrorStream(true)
        .redirectOutput(settings.logFile().toFile())
        .redirectInput(new File("/dev/null"))
        .start();
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    DaemonSettings settings = DaemonSettings.parse(arguments);
    Path directory = TemporaryData.create();
    DataDirectory data = DataDirectory.open(directory);
    EmbeddedServices services =
        EmbeddedServices.start(data, settings.services(), new PrintingServiceListener());
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  services.close();
                  data.close();
                  TemporaryData.delete(directory);
                }));
    String secret = RandomName.withPrefix("lease-");
    DaemonLeases leases = new DaemonLeases(secret);
    new DaemonRecord(
            leases.port(),
            secret,
            directory.toString(),
            settings.services().contains(ServiceKind.POSTGRESQL) ? services.databaseUrl() : "",
            settings.services().contains(ServiceKind.REDIS) ? services.redisUrl() : "",
            settings.services().contains(ServiceKind.KAFKA) ? services.kafkaBootstrapServers() : "")
        .write(settings.recordFile());
    leases.awaitIdle(settings.idleLimit());
    System.exit(0);
  }
}
