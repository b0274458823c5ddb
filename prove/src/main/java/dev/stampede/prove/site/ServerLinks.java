package dev.stampede.prove.site;

import dev.stampede.embedded.LoneProcess;
import dev.stampede.testkit.TcpProxy;
import dev.stampede.testkit.WireTap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The links of one server to PostgreSQL, to each node of Redis and to each broker. */
final class ServerLinks implements AutoCloseable {

  static final String POSTGRES = "postgres";
  static final String REDIS = "redis-";
  static final String SENTINEL = "sentinel-";
  static final String KAFKA = "kafka-";

  private final String server;
  private final Points points = new Points();
  private final NewsSwitch news = new NewsSwitch();
  private final Map<String, SiteLink> links = new LinkedHashMap<>();

  private ServerLinks(String server) {
    this.server = server;
  }

  /** Opens a proxy for each of the services. */
  static ServerLinks open(String server, SiteServices services) {
    ServerLinks all = new ServerLinks(server);
    try {
      all.open(services);
      return all;
    } catch (RuntimeException e) {
      all.close();
      throw e;
    }
  }

  private void open(SiteServices services) {
    Map<Integer, Integer> proxies = new HashMap<>();
    List<Integer> announced = new ArrayList<>(services.redis().ports());
    announced.addAll(services.redis().sentinelPorts());
    announced.addAll(services.brokerPorts());
    announced.forEach(port -> proxies.put(port, LoneProcess.freePort()));
    AddressMap addresses = new AddressMap(proxies);
    RedisTap.RedisWatch watch =
        new RedisTap.RedisWatch(addresses, points, MarkingScripts.ofThisBuild(), news);
    add(POSTGRES, LoneProcess.freePort(), services.postgresPort(), () -> new PostgresTap(points));
    Function<Integer, Integer> own = port -> proxies.getOrDefault(port, port);
    addAll(REDIS, services.redis().ports(), own, () -> new RedisTap(watch));
    addAll(SENTINEL, services.redis().sentinelPorts(), own, () -> new RedisTap(watch));
    addAll(KAFKA, services.brokerPorts(), own, () -> new KafkaTap(addresses));
  }

  private void addAll(
      String prefix, List<Integer> ports, Function<Integer, Integer> own, WireTap.Maker taps) {
    for (int i = 0; i < ports.size(); i++) {
      add(prefix + i, own.apply(ports.get(i)), ports.get(i), taps);
    }
  }

  private void add(String name, int port, int target, WireTap.Maker taps) {
    links.put(name, new SiteLink(server + "/" + name, TcpProxy.tapped(port, target, taps)));
  }

  Points points() {
    return points;
  }

  NewsSwitch news() {
    return news;
  }

  List<SiteLink> all() {
    return List.copyOf(links.values());
  }

  /** PostgreSQL is at another port from now on. */
  void leadPostgresTo(int port) {
    the(POSTGRES).proxy().leadTo(port);
  }

  private SiteLink the(String name) {
    SiteLink link = links.get(name);
    if (link == null) {
      throw new IllegalStateException("%s has no link to %s".formatted(server, name));
    }
    return link;
  }

  /** The settings with which the server comes through these links. */
  Map<String, String> settings(SiteServices services) {
    Map<String, String> settings = new HashMap<>();
    settings.put("DATABASE_URL", services.databaseUrl(the(POSTGRES).proxy().port()));
    settings.put("KAFKA_BOOTSTRAP_SERVERS", addresses(KAFKA));
    settings.putAll(
        switch (services.topology()) {
          case SINGLE -> Map.of("REDIS_URL", "redis://" + addresses(REDIS));
          case SENTINEL ->
              Map.of(
                  "REDIS_SENTINELS", addresses(SENTINEL), "REDIS_MASTER", services.redisMaster());
          case CLUSTER -> Map.of("REDIS_CLUSTER", addresses(REDIS));
        });
    return settings;
  }

  private String addresses(String prefix) {
    return links.entrySet().stream()
        .filter(link -> link.getKey().startsWith(prefix))
        .map(link -> "127.0.0.1:" + link.getValue().proxy().port())
        .collect(Collectors.joining(","));
  }

  @Override
  public void close() {
    for (SiteLink link : links.values()) {
      try {
        link.proxy().close();
      } catch (IOException e) {
        System.err.println("stampede prove: the link " + link.name() + " was not closed: " + e);
      }
    }
  }
}
