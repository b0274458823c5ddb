package dev.stampede.testkit;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Properties;

/**
 * The description that a running daemon publishes: how to lease it, where its services and data
 * are.
 *
 * @param secret proves that the process which answers on the port is this daemon, not a later user
 *     of the port
 */
record DaemonRecord(
    int port,
    String secret,
    String data,
    String databaseUrl,
    String redisUrl,
    String kafkaBootstrapServers) {

  /** It holds passwords. */
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /** Reads the record; empty if there is none, or one that cannot be understood. */
  static Optional<DaemonRecord> read(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
      return Optional.of(
          new DaemonRecord(
              Integer.parseInt(properties.getProperty("port", "")),
              properties.getProperty("secret", ""),
              properties.getProperty("data", ""),
              properties.getProperty("database", ""),
              properties.getProperty("redis", ""),
              properties.getProperty("kafka", "")));
    } catch (IOException | IllegalArgumentException absentOrBroken) {
      return Optional.empty();
    }
  }

  /** Appears whole or not at all. */
  void write(Path file) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("port", Integer.toString(port));
    properties.setProperty("secret", secret);
    properties.setProperty("data", data);
    properties.setProperty("database", databaseUrl);
    properties.setProperty("redis", redisUrl);
    properties.setProperty("kafka", kafkaBootstrapServers);
    Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
    Files.deleteIfExists(unfinished);
    Files.createFile(unfinished, OWNER_ONLY);
    try (Writer writer = Files.newBufferedWriter(unfinished)) {
      properties.store(writer, "the services that tests share");
    }
    Files.move(unfinished, file, ATOMIC_MOVE);
  }
}
