package dev.stampede.postgres.waitingroom;

import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.draw.Draw;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;
import org.postgresql.core.BaseConnection;

/**
 * Writes a whole draw with one COPY in PostgreSQL's binary form, by way of one buffer: a million
 * inserts would be a million statements, and as text every value would be written out and read
 * again.
 */
final class DrawnRows {

  private static final String COPY =
      "COPY draw_leaf (show_id, place, arrival, leaf, buyer) FROM STDIN (FORMAT binary)";

  /**
   * The first bytes of the binary form; an empty flags field and an empty header extension follow.
   */
  private static final byte[] SIGNATURE = {
    'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0
  };

  private static final short COLUMNS = 5;
  private static final short NO_MORE_ROWS = -1;

  private static final int BUFFER_BYTES = 64 * 1024;

  /** More than any row has: the longest name has 384 bytes, all the rest not 100. */
  private static final int MAX_ROW_BYTES = 1_024;

  private final CopyIn copy;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);

  private DrawnRows(CopyIn copy) {
    this.copy = copy;
  }

  static void write(Connection connection, ShowId show, Draw draw) throws SQLException {
    // The driver's public PGConnection lies in a package whose annotations the compiler cannot
    // read.
    CopyIn copy = new CopyManager(connection.unwrap(BaseConnection.class)).copyIn(COPY);
    try {
      new DrawnRows(copy).write(show, draw);
    } catch (SQLException | RuntimeException e) {
      cancel(copy, e);
      throw e;
    }
    long written = copy.endCopy();
    if (written != draw.size()) {
      throw new SQLException("%d of %d drawn places were written".formatted(written, draw.size()));
    }
  }

  /** Cancels the COPY; until then the connection cannot be used for anything else. */
  private static void cancel(CopyIn copy, Exception reason) {
    try {
      if (copy.isActive()) {
        copy.cancelCopy();
      }
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }

  private void write(ShowId show, Draw draw) throws SQLException {
    buffer.put(SIGNATURE).putInt(0).putInt(0);
    for (int place = 1; place <= draw.size(); place++) {
      if (buffer.remaining() < MAX_ROW_BYTES) {
        send();
      }
      buffer.putShort(COLUMNS);
      buffer.putInt(Long.BYTES).putLong(show.value());
      buffer.putInt(Integer.BYTES).putInt(place);
      buffer.putInt(Long.BYTES).putLong(draw.arrival(place));
      put(draw.leaf(place));
      put(draw.buyer(place));
    }
    buffer.putShort(NO_MORE_ROWS);
    send();
  }

  private void put(ByteBuffer value) {
    buffer.putInt(value.remaining()).put(value);
  }

  private void send() throws SQLException {
    copy.writeToCopy(buffer.array(), 0, buffer.position());
    buffer.clear();
  }
}
