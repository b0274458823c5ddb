package dev.stampede.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** {@link ServicesMain} in a JVM of its own, which a test may kill. */
record OtherProcess(Process process, List<String> output) implements AutoCloseable {

  static OtherProcess start(Path data, Service... services) throws IOException {
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
    Arrays.stream(services).map(Service::name).forEach(line::add);
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    List<String> seen = new ArrayList<>();
    for (String next = lines.readLine(); next != null; next = lines.readLine()) {
      seen.add(next);
      if (next.startsWith(ServicesMain.READY)) {
        return new OtherProcess(process, seen);
      }
    }
    throw new AssertionError("ended before it was ready: " + seen);
  }

  /** Where the services said that they are. */
  Clients clients() {
    return new Clients(address(Service.POSTGRESQL), address(Service.REDIS), address(Service.KAFKA));
  }

  private String address(Service service) {
    return output.stream()
        .filter(line -> line.startsWith(service + " "))
        .map(line -> line.split(" ", -1)[3])
        .findFirst()
        .orElse("");
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
