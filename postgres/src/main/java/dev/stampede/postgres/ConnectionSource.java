package dev.stampede.postgres;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections to the primary, each with the {@link SessionSettings} that its use needs: for
 * the pool, the lanes and the migrations alike, so that none is opened past it.
 */
final class ConnectionSource implements DataSource {

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
    properties.setProperty("ApplicationName", application);
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

  /** There is one user, the address's own. */
  @Override
  public Connection getConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    throw new SQLFeatureNotSupportedException("connections are opened as the address says");
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) {
    // The driver logs by itself.
  }

  /** The pool's wait for a connection is its own; the time to log in is always the same here. */
  @Override
  public void setLoginTimeout(int seconds) {
    // See above.
  }

  @Override
  public int getLoginTimeout() {
    return (int) CONNECT_TIMEOUT.toSeconds();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("the driver logs by itself");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("there is no " + type.getName() + " inside");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
