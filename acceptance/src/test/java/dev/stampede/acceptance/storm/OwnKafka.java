package dev.stampede.acceptance.storm;

import dev.stampede.embedded.DataDirectory;
import dev.stampede.embedded.EmbeddedServices;
import dev.stampede.embedded.Service;
import dev.stampede.testkit.PrintedProgress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** A broker that nobody else uses, which can be killed; its supervisor starts it again. */
final class OwnKafka implements AutoCloseable {

  private final Path folder;
  private final DataDirectory data;
  private final EmbeddedServices services;

  private OwnKafka(Path folder) {
    this.folder = folder;
    this.data = DataDirectory.open(folder);
    this.services = EmbeddedServices.start(data, Set.of(Service.KAFKA), new PrintedProgress());
  }

  static OwnKafka start(Path folder) {
    return new OwnKafka(folder);
  }

  String bootstrapServers() {
    return services.kafkaBootstrapServers();
  }

  void kill() {
    try {
      String note = Files.readString(folder.resolve("run").resolve("kafka.pid"));
      long pid = Long.parseLong(note.substring(0, note.indexOf(' ')));
      ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    services.close();
    data.close();
  }
}
