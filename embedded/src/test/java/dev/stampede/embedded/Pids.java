package dev.stampede.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The processes of the services that run on a data directory. */
final class Pids {

  private Pids() {}

  static RunningProcess of(Path data, ServiceKind service) throws IOException {
    Path file = data.resolve("run").resolve(service.fileName() + ".pid");
    return RunningProcess.of(Long.parseLong(Files.readString(file).split(" ", -1)[0]));
  }

  static List<RunningProcess> ofAll(Path data) throws IOException {
    return List.of(
        of(data, ServiceKind.POSTGRESQL), of(data, ServiceKind.REDIS), of(data, ServiceKind.KAFKA));
  }
}
