package dev.stampede.locks;

import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TestServices;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Redis of one test's own, of the shared one's program, to be killed, or to be a cluster. */
final class OwnRedis implements AutoCloseable {

  private static final Pattern PROGRAM = Pattern.compile("(?m)^executable:(.+?)\\s*$");

  private final Path folder;
  private final int port;
  private final List<String> options;
  private Process process;

  OwnRedis(Path folder, String... options) throws IOException {
    this.folder = folder;
    this.options = List.of(options);
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.port = free.getLocalPort();
    }
    this.process = launch();
    awaitAnswer();
  }

  String url() {
    return "redis://127.0.0.1:" + port;
  }

  void kill() {
    process.destroyForcibly().onExit().join();
  }

  void startAgain() throws IOException {
    process = launch();
    awaitAnswer();
  }

  private Process launch() throws IOException {
    List<String> line = new ArrayList<>(List.of(program(), "--port", Integer.toString(port)));
    line.addAll(List.of("--bind", "127.0.0.1", "--save", "", "--dir", folder.toString()));
    line.addAll(options);
    return new ProcessBuilder(line)
        .redirectErrorStream(true)
        .redirectOutput(Files.createTempFile(folder, "redis", ".log").toFile())
        .start();
  }

  private void awaitAnswer() {
    RedisClient client = RedisClient.create(url());
    try {
      Eventually.within(Duration.ofSeconds(20))
          .until(
              "Redis answers at " + url(),
              () -> {
                try (var connection = client.connect()) {
                  return connection.sync().ping().equals("PONG");
                }
              });
    } finally {
      client.shutdown();
    }
  }

  private static String program() {
    RedisClient client = RedisClient.create(TestServices.shared().redisUrl());
    try (var connection = client.connect()) {
      Matcher found = PROGRAM.matcher(connection.sync().info("server"));
      if (!found.find()) {
        throw new AssertionError("Redis does not tell its program");
      }
      return found.group(1);
    } finally {
      client.shutdown();
    }
  }

  @Override
  public void close() {
    kill();
  }
}
