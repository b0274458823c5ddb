package dev.stampede.prove.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The product's tables with their columns and nothing else. The product's own migrations say what
 * the columns are. Keys, checks and triggers stay away: a record of a broken product has to be
 * loaded too.
 */
final class ProductSchema {

  /** The tables that invariants read. */
  static final List<String> TABLES =
      List.of(
          "show",
          "section",
          "seat",
          "hold",
          "seat_event",
          "sold_seat",
          "operation",
          "show_buyer",
          "wallet",
          "transfer",
          "entry",
          "booking",
          "outside_payment",
          "request_outcome",
          "hold_extension",
          "queue",
          "queue_gone",
          "outbox",
          "database_epoch",
          "job",
          "job_dead",
          "inbox",
          "parked_message",
          "booking_statistic",
          "section_statistic");

  private static final String MIGRATIONS = "dev/stampede/postgres/migrations";

  private ProductSchema() {}

  /** Creates them, empty, in the schema {@code product}. */
  static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP SCHEMA IF EXISTS product CASCADE");
      statement.execute("DROP SCHEMA IF EXISTS migrated CASCADE");
      statement.execute("CREATE SCHEMA product");
      statement.execute("CREATE SCHEMA migrated");
      statement.execute("SET search_path = migrated");
      for (String migration : migrations()) {
        statement.execute(migration);
      }
      for (String table : TABLES) {
        statement.execute(
            "CREATE UNLOGGED TABLE product.%1$s AS TABLE migrated.%1$s WITH NO DATA"
                .formatted(table));
      }
      statement.execute("DROP SCHEMA migrated CASCADE");
    }
  }

  private static List<String> migrations() {
    URL folder = ProductSchema.class.getClassLoader().getResource(MIGRATIONS);
    if (folder == null) {
      throw new CheckException(
          "the migrations of the product are not on the class path: " + MIGRATIONS);
    }
    try {
      URI uri = folder.toURI();
      if (!uri.getScheme().equals("jar")) {
        return read(Path.of(uri));
      }
      try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
        return read(jar.getPath(MIGRATIONS));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the migrations of the product cannot be read", e);
    } catch (URISyntaxException e) {
      throw new CheckException("the migrations of the product have no address", e);
    }
  }

  private static List<String> read(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(".sql"))
          .sorted(Comparator.comparingInt(ProductSchema::number))
          .map(ProductSchema::text)
          .toList();
    }
  }

  /** The number in {@code V12__name.sql}. */
  private static int number(Path file) {
    String name = file.getFileName().toString();
    return Integer.parseInt(name.substring(1, name.indexOf("__")));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }
}
