package dev.stampede.embedded;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The services that run beside this process, and end with it. */
public final class EmbeddedServices implements AutoCloseable {

  private final Map<ServiceKind, SupervisedService> running;
  private final AddressFile addresses;

  private EmbeddedServices(Map<ServiceKind, SupervisedService> running, AddressFile addresses) {
    this.running = running;
    this.addresses = addresses;
  }

  /**
   * Starts the wanted services in parallel and returns once all of them answer. If one fails, the
   * others are stopped and its failure is thrown, with the end of its log.
   */
  public static EmbeddedServices start(
      DataDirectory data, Set<ServiceKind> wanted, ServiceListener progress) {
    AddressFile addresses = AddressFile.in(data);
    addresses.delete();
    Map<ServiceKind, SupervisedService> starting = new EnumMap<>(ServiceKind.class);
    for (ServiceKind service : wanted) {
      starting.put(service, new SupervisedService(recipe(service, data), data, progress));
    }
    AtomicReference<@Nullable RuntimeException> firstFailure = new AtomicReference<>();
    // Unpacking keeps a processor busy; as a virtual thread it would hold up the others' starts.
    try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread::new)) {
      for (SupervisedService service : starting.values()) {
        threads.execute(
            () -> {
              try {
                service.start();
              } catch (RuntimeException e) {
                firstFailure.compareAndSet(null, e);
                starting.values().forEach(SupervisedService::beginClosing);
              }
            });
      }
    }
    EmbeddedServices services = new EmbeddedServices(starting, addresses);
    RuntimeException failure = firstFailure.get();
    if (failure != null) {
      services.close();
      throw failure;
    }
    addresses.write(starting);
    return services;
  }

  /** In the form of the setting DATABASE_URL, with the password. */
  public String databaseUrl() {
    return url(ServiceKind.POSTGRESQL);
  }

  /** In the form of the setting REDIS_URL, with the password. */
  public String redisUrl() {
    return url(ServiceKind.REDIS);
  }

  /** In the form of the setting KAFKA_BOOTSTRAP_SERVERS. */
  public String kafkaBootstrapServers() {
    return url(ServiceKind.KAFKA);
  }

  /** The file with all of these addresses, there until they stop; only its owner may read it. */
  public Path addressFile() {
    return addresses.path();
  }

  /** Stops them in the reverse order: what others lean on goes last. */
  @Override
  public void close() {
    addresses.delete();
    List.copyOf(running.values()).reversed().forEach(SupervisedService::close);
  }

  private String url(ServiceKind service) {
    SupervisedService found = running.get(service);
    if (found == null) {
      throw new IllegalStateException(
          "%s is not among the embedded services %s".formatted(service.label(), running.keySet()));
    }
    return found.url();
  }

  private static Recipe recipe(ServiceKind service, DataDirectory data) {
    return switch (service) {
      case POSTGRESQL -> new PostgresRecipe(data);
      case REDIS -> new RedisRecipe(data);
      case KAFKA -> new KafkaRecipe(data);
    };
  }
}
