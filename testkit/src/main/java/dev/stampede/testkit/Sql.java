package dev.stampede.testkit;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Runs statements in the database behind a {@code postgresql://user@host:port/name} address. */
public record Sql(URI url) {

  public Sql(String url) {
    this(URI.create(url));
  }

  public void run(String statement) {
    try (Connection connection = connect();
        Statement executed = connection.createStatement()) {
      executed.execute(statement);
    } catch (SQLException e) {
      throw new TestkitException("%s failed at %s".formatted(statement, url), e);
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

  private String jdbcUrl() {
    return "jdbc:postgresql://%s:%d%s?user=%s"
        .formatted(url.getHost(), url.getPort(), url.getPath(), url.getUserInfo());
  }
}
