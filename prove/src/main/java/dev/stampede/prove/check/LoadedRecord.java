package dev.stampede.prove.check;

import dev.stampede.prove.history.CallLine;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.postgresql.PGConnection;

/** Fills the checker's tables from the files of a record, as they are and without holding them. */
final class LoadedRecord {

  /** Tables that the load writes itself; a load without locks and jobs has none. */
  private static final List<String> TABLES_OF_LOAD =
      List.of("fenced_write", "job_effect", "job_asked");

  private static final int BUFFER_BYTES = 1 << 20;

  private final Connection connection;

  LoadedRecord(Connection connection) {
    this.connection = connection;
  }

  /** Replaces all that was loaded before. */
  void load(RecordFolder folder) throws SQLException {
    empty();
    copy("history.call (" + CallLine.COLUMNS + ")", folder.calls());
    copy("history.fault (kind, target, began, ended, detail)", folder.faults());
    copy("history.event (topic, part, pos, key, value)", folder.events());
    for (String table : ProductSchema.TABLES) {
      copy("product." + table, folder.table(table));
    }
    for (String table : TABLES_OF_LOAD) {
      Path file = folder.tableOfLoad(table);
      if (Files.exists(file)) {
        copy("prove." + table, file);
      }
    }
    note(folder.properties());
  }

  private void empty() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(SqlFile.read("history.sql"));
      for (String table : ProductSchema.TABLES) {
        statement.execute("TRUNCATE product." + table);
      }
    }
  }

  private void copy(String table, Path file) throws SQLException {
    if (!Files.exists(file)) {
      throw new CheckException(
          "the record lacks %s; dump every table and topic after the run, empty ones too"
              .formatted(file));
    }
    try (InputStream rows = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES)) {
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn("COPY " + table + " FROM STDIN", rows, BUFFER_BYTES);
    } catch (IOException | SQLException e) {
      throw new CheckException("%s cannot be loaded: %s".formatted(file, e.getMessage()), e);
    }
  }

  private void note(Map<String, String> properties) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO history.run (name, value) VALUES (?, ?)")) {
      for (Map.Entry<String, String> property : properties.entrySet()) {
        insert.setString(1, property.getKey());
        insert.setString(2, property.getValue());
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }
}
