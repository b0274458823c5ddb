package dev.stampede.postgres;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A source that opens connections and does nothing else of what JDBC allows a source to do. */
abstract class PlainDataSource implements DataSource {

  /** There is one user, the address's own. */
  @Override
  public final Connection getConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    throw new SQLFeatureNotSupportedException("connections are opened as the address says");
  }

  @Override
  public final @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public final void setLogWriter(@Nullable PrintWriter out) {
    // The driver logs by itself.
  }

  /** Ignored: the source has its own limit on the time to connect. */
  @Override
  public final void setLoginTimeout(int seconds) {
    // See above.
  }

  @Override
  public final int getLoginTimeout() {
    return 0;
  }

  @Override
  public final Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("the driver logs by itself");
  }

  @Override
  public final <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("there is no " + type.getName() + " inside");
  }

  @Override
  public final boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
