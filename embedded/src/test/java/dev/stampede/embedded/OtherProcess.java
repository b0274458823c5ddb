package dev.stampede.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;

/** {@link ServicesMain} in a JVM of its own, which a test may kill. */
record OtherProcess(Process process, Path data) implements AutoCloseable {

  static OtherProcess start(Path data, ServiceKind... services) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ServicesMain.class.getName(),
                data.toString()));
    Arrays.stream(services).map(ServiceKind::name).forEach(line::add);
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    List<String> seen = new ArrayList<>();
    for (String next = lines.readLine(); next != null; next = lines.readLine()) {
      seen.add(next);
      if (next.startsWith(ServicesMain.READY)) {
        return new OtherProcess(process, data);
      }
    }
    throw new AssertionError("ended before it was ready: " + seen);
  }

  /** Returns clients of the services, at the addresses that {@code services.env} has. */
  Clients clients() throws IOException {
    Properties addresses = new Properties();
    try (Reader reader = Files.newBufferedReader(data.resolve("services.env"))) {
      addresses.load(reader);
    }
    return new Clients(
        addresses.getProperty("DATABASE_URL", ""),
        addresses.getProperty("REDIS_URL", ""),
        addresses.getProperty("KAFKA_BOOTSTRAP_SERVERS", ""));
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
