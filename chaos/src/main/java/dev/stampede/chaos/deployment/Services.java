package dev.stampede.chaos.deployment;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** PostgreSQL, Redis and Kafka of one experiment, nobody else's, with nothing in them. */
public final class Services implements AutoCloseable {

  private final Path folder;
  private final List<AutoCloseable> parts = new ArrayList<>();
  private final Map<String, String> settings = new LinkedHashMap<>();
  private String databaseUrl = "";

  private Services(Path folder) {
    this.folder = folder;
  }

  static Services start(Path folder, Shape shape) {
    Services services = new Services(folder);
    try {
      services.startPostgres(shape.postgres());
      services.startRedis(shape.redis());
      OwnKafka kafka = services.keep(OwnKafka.start(folder.resolve("kafka")));
      services.settings.put("KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrapServers());
      return services;
    } catch (AssertionError | RuntimeException e) {
      services.close();
      throw e;
    }
  }

  private void startPostgres(Shape.Postgres shape) {
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
        PostgresPair pair = keep(PostgresPair.start(folder("postgres")));
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

  /** The settings with which servers find all of the services. */
  Map<String, String> settings() {
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
