package dev.stampede.bench.http;

import dev.stampede.bench.server.ChildServer;
import dev.stampede.bench.server.Servers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The servers of one run: started side by side, all of them stopped however the run ends. */
final class EchoFleet implements AutoCloseable {

  private final Map<String, ChildServer> servers = new ConcurrentHashMap<>();

  EchoFleet() {
    // Stays registered: with no server left there is nothing for it to do.
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "stop-servers"));
  }

  /** Starts all and waits until each is ready; if one is not, the reason is thrown. */
  void start(List<Callable<ChildServer>> starts) throws Exception {
    List<Future<?>> starting = new ArrayList<>();
    try (ExecutorService side = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Callable<ChildServer> start : starts) {
        starting.add(
            side.submit(
                () -> {
                  ChildServer server = start.call();
                  servers.put(server.name(), server);
                  Servers.awaitReady(server);
                  return server;
                }));
      }
    }
    for (Future<?> start : starting) {
      try {
        start.get();
      } catch (ExecutionException e) {
        Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
        throw new IllegalStateException(cause.getMessage(), cause);
      }
    }
  }

  Map<String, ChildServer> servers() {
    return Map.copyOf(servers);
  }

  @Override
  public void close() {
    try (ExecutorService side = Executors.newVirtualThreadPerTaskExecutor()) {
      servers.values().forEach(server -> side.execute(server::close));
    }
    servers.clear();
  }
}
