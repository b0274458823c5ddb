package dev.stampede.harness;

import dev.stampede.embedded.DataDirectory;
import dev.stampede.embedded.EmbeddedServices;
import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceListener;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** Embedded services for one run, PostgreSQL with fsync on; closing them deletes their data. */
public final class TemporaryServices implements AutoCloseable {

  private final TemporaryFolder folder;
  private final DataDirectory data;
  private final Set<ServiceKind> kinds;
  private final EmbeddedServices services;
  private final AtomicBoolean closed = new AtomicBoolean();

  private TemporaryServices(
      TemporaryFolder folder,
      DataDirectory data,
      Set<ServiceKind> kinds,
      EmbeddedServices services) {
    this.folder = folder;
    this.data = data;
    this.kinds = Set.copyOf(kinds);
    this.services = services;
  }

  /**
   * Starts the wanted services and returns once all of them answer.
   *
   * @param owner names the folder of their data, as in {@link TemporaryFolder#create}
   */
  public static TemporaryServices start(
      String owner, Set<ServiceKind> wanted, ServiceListener progress) throws IOException {
    TemporaryFolder folder = TemporaryFolder.create(owner);
    DataDirectory data = DataDirectory.open(folder.path().resolve("data"));
    try {
      EmbeddedServices services = EmbeddedServices.start(data, wanted, progress);
      return new TemporaryServices(folder, data, wanted, services);
    } catch (RuntimeException e) {
      data.close();
      folder.close();
      throw e;
    }
  }

  /** True if this service was started. */
  public boolean has(ServiceKind kind) {
    return kinds.contains(kind);
  }

  public String databaseUrl() {
    return services.databaseUrl();
  }

  public String redisUrl() {
    return services.redisUrl();
  }

  public String kafkaBootstrapServers() {
    return services.kafkaBootstrapServers();
  }

  /** Closing again is harmless: the run and a shutdown hook may both close. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      services.close();
      data.close();
      folder.close();
    }
  }
}
