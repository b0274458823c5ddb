package dev.stampede.prove.check;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Set;

/** A checker on a server of its own, for many small records. */
final class CheckBench implements AutoCloseable {

  private final CheckServer server = CheckServer.start();
  private final Connection connection;
  private final Checker checker;

  /**
   * A checker.
   *
   * @param mostShown violations of each invariant that are fetched
   */
  CheckBench(int mostShown) {
    try {
      connection = DriverManager.getConnection(server.jdbcUrl());
      checker = Checker.on(connection, mostShown);
    } catch (SQLException e) {
      throw new IllegalStateException("no checker: " + e.getMessage(), e);
    }
  }

  CheckedRecord check(Path folder) {
    return checker.check(new RecordFolder(folder), new PrintWriter(new StringWriter()));
  }

  CheckedRecord check(Path folder, String invariant) {
    return checker.check(
        new RecordFolder(folder), Set.of(invariant), new PrintWriter(new StringWriter()));
  }

  /** A folder for one record. */
  static Path folder(Path parent) {
    try {
      return Files.createTempDirectory(parent, "record");
    } catch (IOException e) {
      throw new UncheckedIOException("no folder in " + parent, e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException("the checker's connection is not closed", e);
    } finally {
      server.close();
    }
  }
}
