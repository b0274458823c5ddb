package dev.stampede.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;

/** A few connections apart from the pool, opened when they are needed and again when lost. */
public final class OwnConnections implements AutoCloseable {

  /** The work to do with a connection; it commits by itself. */
  @FunctionalInterface
  public interface Use {
    void with(Connection connection) throws SQLException;
  }

  private final PostgresSettings settings;
  private final Semaphore free;
  private final Queue<LaneConnection> idle = new ConcurrentLinkedQueue<>();

  public OwnConnections(PostgresSettings settings, int most) {
    this.settings = settings;
    this.free = new Semaphore(most);
  }

  /** Waits for a connection for as long as others use theirs, which their time-outs bound. */
  public void use(Use use) {
    free.acquireUninterruptibly();
    LaneConnection link = idle.poll();
    if (link == null) {
      link = new LaneConnection(settings);
    }
    boolean whole = false;
    try {
      use.with(link.open());
      whole = true;
    } catch (SQLException e) {
      throw new DatabaseException("PostgreSQL could not be used: " + e.getMessage(), e);
    } finally {
      if (whole) {
        idle.add(link);
      } else {
        link.close();
      }
      free.release();
    }
  }

  /**
   * Closes idle connections. None is in use by then; one that were would end with the server's
   * side.
   */
  @Override
  public void close() {
    for (LaneConnection link = idle.poll(); link != null; link = idle.poll()) {
      link.close();
    }
  }
}
