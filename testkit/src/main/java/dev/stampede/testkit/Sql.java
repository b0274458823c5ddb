package dev.stampede.testkit;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Runs statements in the database behind an address in the form of the setting DATABASE_URL. */
public record Sql(URI url) {

  public Sql(String url) {
    this(URI.create(url));
  }

  public void run(String statement) {
    try (Connection connection = connect();
        Statement executed = connection.createStatement()) {
      executed.execute(statement);
    } catch (SQLException e) {
      throw new TestkitException("%s failed at %s".formatted(statement, url.getPath()), e);
    }
  }

  public Connection connect() throws SQLException {
    return DriverManager.getConnection(jdbcUrl());
  }

  /** The same server, another database. */
  String urlOf(String database) {
    return url.resolve("/" + database).toString();
  }

  String database() {
    return url.getPath().substring(1);
  }

  /** The address as a driver takes it, with user and password. */
  public String jdbcUrl() {
    return jdbcUrl(url.getPort());
  }

  /** The same database by way of a proxy at another port. */
  public String jdbcUrl(int port) {
    String[] credentials = url.getUserInfo().split(":", 2);
    return "jdbc:postgresql://%s:%d%s?user=%s%s"
        .formatted(
            url.getHost(),
            port,
            url.getPath(),
            credentials[0],
            credentials.length == 1 ? "" : "&password=" + credentials[1]);
  }
}
