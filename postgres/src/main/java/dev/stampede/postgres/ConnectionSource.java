package dev.stampede.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;

/**
 * Opens connections to the primary, each with the {@link SessionSettings} that its use needs: for
 * the pool, the lanes and the migrations alike, so that none is opened past it.
 */
final class ConnectionSource extends PlainDataSource {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private final DatabaseUrl url;
  private final String application;
  private final SessionSettings session;
  private final Properties properties = new Properties();

  ConnectionSource(DatabaseUrl url, String application, SessionSettings session) {
    this.url = url;
    this.application = application;
    this.session = session;
    properties.setProperty("user", url.credentials().user());
    properties.setProperty("password", url.credentials().password());
    properties.setProperty("connectTimeout", Long.toString(CONNECT_TIMEOUT.toSeconds()));
    properties.setProperty("loginTimeout", Long.toString(CONNECT_TIMEOUT.toSeconds()));
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("socketFactory", KeepAliveSockets.class.getName());
    properties.setProperty("ApplicationName", application);
  }

  /**
   * The same for connections that give up an answer after so long: a link may be lost without a
   * word.
   */
  ConnectionSource answeredWithin(Duration limit) {
    return with("socketTimeout", Long.toString(limit.toSeconds() + 1));
  }

  /** The same with one more property of the driver. */
  ConnectionSource with(String property, String value) {
    ConnectionSource more = new ConnectionSource(url, application, session);
    more.properties.putAll(properties);
    more.properties.setProperty(property, value);
    return more;
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = DriverManager.getConnection(url.jdbc(), properties);
    try {
      int usual = connection.getNetworkTimeout();
      connection.setNetworkTimeout(Runnable::run, (int) CONNECT_TIMEOUT.toMillis());
      session.begin(connection);
      connection.setNetworkTimeout(Runnable::run, usual);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }
}
