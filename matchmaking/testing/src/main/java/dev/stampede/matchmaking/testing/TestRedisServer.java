package dev.stampede.matchmaking.testing;

import dev.stampede.embedded.LoneProcess;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisNode;
import dev.stampede.redis.RedisSettings;
import dev.stampede.redis.RedisUnreachableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A Redis on a free port that keeps nothing, and a connection to it. */
final class TestRedisServer implements AutoCloseable {

  private static final Duration STARTS_WITHIN = Duration.ofSeconds(20);
  private static final Duration LOOKS_APART = Duration.ofMillis(20);

  private final Path folder;
  private final LoneProcess process;
  private final Redis redis;

  private TestRedisServer(Path folder, LoneProcess process, Redis redis) {
    this.folder = folder;
    this.process = process;
    this.redis = redis;
  }

  static TestRedisServer start() {
    Path folder = newFolder();
    int port = LoneProcess.freePort();
    LoneProcess process =
        LoneProcess.redis(
            folder,
            List.of(
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--appendonly",
                "no"));
    try {
      return new TestRedisServer(folder, process, connected(process, port));
    } catch (RuntimeException e) {
      process.close();
      delete(folder);
      throw e;
    }
  }

  private static Redis connected(LoneProcess process, int port) {
    RedisSettings settings =
        new RedisSettings.Single(new RedisNode("127.0.0.1", port), 0, RedisSettings.Access.OPEN);
    long begun = System.nanoTime();
    while (true) {
      try {
        return Redis.open(settings);
      } catch (RedisUnreachableException notYet) {
        if (!process.isAlive() || System.nanoTime() - begun > STARTS_WITHIN.toNanos()) {
          throw new IllegalStateException(
              "Redis did not start at port %d within %s; it printed last: %s"
                  .formatted(port, STARTS_WITHIN, process.lastWords()),
              notYet);
        }
        LockSupport.parkNanos(LOOKS_APART.toNanos());
      }
    }
  }

  Redis redis() {
    return redis;
  }

  @Override
  public void close() {
    redis.close();
    process.close();
    delete(folder);
  }

  private static Path newFolder() {
    try {
      return Files.createTempDirectory("stampede-matchmaker-");
    } catch (IOException e) {
      throw new UncheckedIOException("no folder for a Redis", e);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("%s could not be deleted".formatted(folder), e);
    }
  }
}
