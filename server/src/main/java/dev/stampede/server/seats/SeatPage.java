package dev.stampede.server.seats;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.stampede.engine.seats.SeatBoard;
import dev.stampede.engine.show.Section;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A board written out, plain and compressed, once for all who ask within a moment. Writing 50,000
 * seats takes milliseconds; handing out the bytes takes none.
 */
final class SeatPage {

  /** However much changes, it is written out no more often than this. */
  private static final long SHORTEST_LIFE_NANOS = 200_000_000;

  /** However little changes: it says what time it is. */
  private static final long LONGEST_LIFE_NANOS = 1_000_000_000;

  private final SeatBoard board;
  private final InstantSource time;
  private final ReentrantLock writing = new ReentrantLock();
  private volatile @Nullable Written written;

  /** The bytes, and when they stop being true. */
  static final class Written {
    private final SeatBoard.Picture picture;
    private final boolean stale;
    private final long nanos = System.nanoTime();
    private final byte[] plain;
    private final byte[] gzipped;

    private Written(SeatBoard.Picture picture, boolean stale, byte[] plain, byte[] gzipped) {
      this.picture = picture;
      this.stale = stale;
      this.plain = plain;
      this.gzipped = gzipped;
    }

    String version() {
      return picture.position().toString();
    }

    byte[] plain() {
      return plain;
    }

    byte[] gzipped() {
      return gzipped;
    }
  }

  SeatPage(SeatBoard board, InstantSource time) {
    this.board = board;
    this.time = time;
  }

  /**
   * The bytes.
   *
   * @param stale whether they are to say that they may be old
   */
  Written written(boolean stale) {
    Written last = written;
    if (last != null && isGood(last, stale)) {
      return last;
    }
    writing.lock();
    try {
      last = written;
      if (last == null || !isGood(last, stale)) {
        last = write(time.instant(), stale);
        written = last;
      }
      return last;
    } finally {
      writing.unlock();
    }
  }

  private boolean isGood(Written last, boolean stale) {
    if (last.stale != stale) {
      return false;
    }
    long age = System.nanoTime() - last.nanos;
    return age < SHORTEST_LIFE_NANOS
        || (age < LONGEST_LIFE_NANOS
            && last.picture.edition() == board.edition()
            && last.picture.position().equals(board.position())
            && time.millis() < last.picture.goodUntilMillis());
  }

  private Written write(Instant now, boolean stale) {
    SeatBoard.Picture picture = board.picture(now);
    // Every name in it is made of letters, digits, dots and dashes: nothing to escape.
    StringBuilder json = new StringBuilder(picture.letters().length() + 1024);
    json.append("{\"showId\":\"").append(board.show());
    json.append("\",\"version\":\"").append(picture.position());
    json.append("\",\"now\":\"").append(now.truncatedTo(ChronoUnit.MILLIS));
    json.append(stale ? "\",\"stale\":true,\"sections\":[" : "\",\"sections\":[");
    List<Section> sections = board.map().sections();
    for (int i = 0; i < sections.size(); i++) {
      Section section = sections.get(i);
      int first = board.map().firstSeat(i);
      json.append(i == 0 ? "" : ",").append("{\"name\":\"").append(section.name());
      switch (section) {
        case Section.Mapped mapped ->
            json.append("\",\"rows\":")
                .append(mapped.rows())
                .append(",\"seatsPerRow\":")
                .append(mapped.seatsPerRow());
        case Section.Open open -> json.append("\",\"capacity\":").append(open.capacity());
      }
      json.append(",\"price\":").append(section.price()).append(",\"states\":\"");
      json.append(picture.letters(), first, first + section.seats()).append("\"}");
    }
    byte[] plain = json.append("]}").toString().getBytes(US_ASCII);
    return new Written(picture, stale, plain, gzipped(plain));
  }

  private static byte[] gzipped(byte[] plain) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(plain.length / 4);
    try (OutputStream gzip = new FastGzip(bytes)) {
      gzip.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be written", e);
    }
    return bytes.toByteArray();
  }

  /** Of a few letters nearly all there is to gain is gained by the fastest level. */
  private static final class FastGzip extends GZIPOutputStream {
    private FastGzip(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
