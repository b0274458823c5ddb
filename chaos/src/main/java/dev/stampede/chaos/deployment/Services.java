package dev.stampede.chaos.deployment;

import dev.stampede.testkit.BrokerCluster;
import dev.stampede.testkit.ClusterRedis;
import dev.stampede.testkit.OwnKafka;
import dev.stampede.testkit.OwnPostgres;
import dev.stampede.testkit.OwnRedis;
import dev.stampede.testkit.PostgresPair;
import dev.stampede.testkit.SentinelRedis;
import dev.stampede.testkit.TcpProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Stream;

/** PostgreSQL, Redis and Kafka of one experiment, nobody else's, with nothing in them. */
public final class Services implements AutoCloseable {

  private static final int BROKERS = 3;

  private final Path folder;
  private final List<AutoCloseable> parts = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, String> settings = Collections.synchronizedMap(new LinkedHashMap<>());
  private volatile String databaseUrl = "";

  private Services(Path folder) {
    this.folder = folder;
  }

  /** Starts them side by side and waits until all answer. */
  public static Services start(Path folder, Shape shape) {
    return start(folder, shape, PostgresPair::start);
  }

  /**
   * The same, where the pair of PostgreSQL is started in a way of its own.
   *
   * @param pair starts it in a folder; used only where the shape has a replica
   */
  public static Services start(Path folder, Shape shape, Function<Path, PostgresPair> pair) {
    Services services = new Services(folder);
    try (ExecutorService starting = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> parts =
          List.of(
              starting.submit(() -> services.startPostgres(shape.postgres(), pair)),
              starting.submit(() -> services.startRedis(shape.redis())),
              starting.submit(() -> services.startKafka(shape.kafka())));
      for (Future<?> part : parts) {
        part.get();
      }
      return services;
    } catch (ExecutionException e) {
      services.close();
      throw new IllegalStateException("a service did not start: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      services.close();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while services started", e);
    }
  }

  private void startKafka(Shape.Kafka shape) {
    String addresses =
        switch (shape) {
          case ALONE -> keep(OwnKafka.start(folder.resolve("kafka"))).bootstrapServers();
          case THREE ->
              keep(BrokerCluster.start(folder.resolve("kafka"), BROKERS)).bootstrapServers();
        };
    settings.put("KAFKA_BOOTSTRAP_SERVERS", addresses);
  }

  private void startPostgres(Shape.Postgres shape, Function<Path, PostgresPair> start) {
    switch (shape) {
      case ALONE -> {
        databaseUrl = keep(OwnPostgres.start(folder("postgres"))).url();
        settings.put("DATABASE_URL", databaseUrl);
      }
      case BEHIND_PROXY -> {
        OwnPostgres postgres = keep(OwnPostgres.start(folder("postgres")));
        TcpProxy wire = keep(TcpProxy.to(postgres.port()));
        databaseUrl = postgres.url();
        settings.put("DATABASE_URL", databaseUrl.replace(":" + postgres.port(), ":" + wire.port()));
      }
      case WITH_REPLICA -> {
        PostgresPair pair = keep(start.apply(folder("postgres")));
        databaseUrl = pair.primaryUrl();
        settings.put("DATABASE_URL", databaseUrl);
        settings.put("READ_DATABASE_URL", pair.replicaUrl());
      }
    }
  }

  private void startRedis(Shape.Redis shape) {
    switch (shape) {
      case ALONE -> settings.put("REDIS_URL", keep(OwnRedis.start(folder("redis"))).url());
      case SENTINELS -> {
        settings.put("REDIS_SENTINELS", keep(SentinelRedis.start(folder("redis"))).sentinels());
        settings.put("REDIS_MASTER", SentinelRedis.MASTER);
      }
      case CLUSTER ->
          settings.put("REDIS_CLUSTER", keep(ClusterRedis.start(folder("redis"))).nodes());
    }
  }

  private <T extends AutoCloseable> T keep(T part) {
    parts.add(part);
    return part;
  }

  private Path folder(String name) {
    try {
      return Files.createDirectory(folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException("no folder for " + name, e);
    }
  }

  /** The one of this kind; which there are, the shape has said. */
  public <T extends AutoCloseable> T the(Class<T> kind) {
    return parts.stream()
        .filter(kind::isInstance)
        .map(kind::cast)
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("there is no %s here".formatted(kind.getSimpleName())));
  }

  /** The brokers, of any shape. */
  public List<OwnKafka> brokers() {
    return parts.stream()
        .flatMap(
            part ->
                switch (part) {
                  case OwnKafka alone -> Stream.of(alone);
                  case BrokerCluster cluster -> cluster.brokers().stream();
                  default -> Stream.<OwnKafka>empty();
                })
        .toList();
  }

  /** The settings with which servers find all of the services. */
  public Map<String, String> settings() {
    return settings;
  }

  /** PostgreSQL itself, past any proxy. */
  String databaseUrl() {
    return databaseUrl;
  }

  @Override
  public void close() {
    for (AutoCloseable part : parts.reversed()) {
      try {
        part.close();
      } catch (Exception e) {
        // Its guard ends it with this process.
        System.err.println("stampede chaos: a service was not stopped: " + e);
      }
    }
  }
}
