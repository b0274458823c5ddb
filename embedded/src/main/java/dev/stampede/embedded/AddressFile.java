package dev.stampede.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The file {@code services.env} that tells its owner where the services are, with their passwords.
 *
 * <p>Its lines are settings. A shell can source it, and {@code STAMPEDE_CONFIG} can name it.
 */
record AddressFile(Path path) {

  static AddressFile in(DataDirectory data) {
    return new AddressFile(data.path().resolve("services.env"));
  }

  void write(Map<ServiceKind, SupervisedService> running) {
    PrivateFile.write(
        path,
        running.values().stream()
            .map(service -> service.service().setting() + "=" + service.url() + "\n")
            .collect(
                Collectors.joining(
                    "",
                    "# Where the embedded services are, until they stop. Keep it private.\n",
                    "")));
  }

  /** The file of an earlier run names ports that may be another process's by now. */
  void delete() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new EmbeddedException("cannot delete " + path, e);
    }
  }
}
