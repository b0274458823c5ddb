package dev.stampede.lab.house;

import dev.stampede.embedded.DataDirectory;
import dev.stampede.embedded.EmbeddedServices;
import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * The services of one command: a PostgreSQL with fsync on, a Redis, and a Kafka if a way needs it.
 * Their data goes when the house is closed.
 */
public final class LabServices implements AutoCloseable {

  private static final String KEY_PREFIX = "lab:";

  private final Path folder;
  private final DataDirectory data;
  private final EmbeddedServices services;
  private final boolean hasKafka;
  private final AtomicBoolean closed = new AtomicBoolean();

  private LabServices(
      Path folder, DataDirectory data, EmbeddedServices services, boolean hasKafka) {
    this.folder = folder;
    this.data = data;
    this.services = services;
    this.hasKafka = hasKafka;
  }

  public static LabServices start(Set<ServiceKind> wanted, ServiceListener progress)
      throws IOException {
    Path folder = Files.createTempDirectory("stampede-lab-");
    DataDirectory data = DataDirectory.open(folder.resolve("data"));
    try {
      EmbeddedServices services = EmbeddedServices.start(data, wanted, progress);
      return new LabServices(folder, data, services, wanted.contains(ServiceKind.KAFKA));
    } catch (RuntimeException e) {
      data.close();
      delete(folder);
      throw e;
    }
  }

  public Addresses addresses() {
    return new Addresses(
        services.databaseUrl(),
        services.redisUrl(),
        KEY_PREFIX,
        hasKafka ? services.kafkaBootstrapServers() : "");
  }

  /** Once more is harmless: the command and Ctrl-C may both close. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      services.close();
      data.close();
      delete(folder);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the folder %s could not be deleted".formatted(folder), e);
    }
  }
}
