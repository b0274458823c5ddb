package dev.stampede.prove.site;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.stampede.testkit.WireTap;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A connection to PostgreSQL that knows when the rows of a group of claims are locked and when the
 * group is committed, before the server does.
 */
final class PostgresTap implements WireTap {

  private static final int SSL_REQUEST = 80877103;
  private static final int GSS_REQUEST = 80877104;
  private static final String COMMITTED = "COMMIT\0";
  private static final char IN_TRANSACTION = 'T';

  private static final Pattern LOCKS_SEATS =
      Pattern.compile("\\bseat\\b.*\\bFOR UPDATE\\b", Pattern.DOTALL);
  private static final Pattern WRITES_MARK =
      Pattern.compile("INSERT INTO commit_mark\\b", Pattern.DOTALL);

  /** The statements of a connection that matter, by their names. */
  private record Kind(boolean locks, boolean marks) {
    static final Kind OTHER = new Kind(false, false);

    static Kind of(String sql) {
      return new Kind(LOCKS_SEATS.matcher(sql).find(), WRITES_MARK.matcher(sql).find());
    }
  }

  private final Points points;
  private final Map<String, Kind> statements = new HashMap<>();
  private final PostgresMessages asked;
  private final PostgresMessages told;
  private volatile boolean locking;
  private volatile boolean marking;
  private Optional<Point> reached = Optional.empty();

  PostgresTap(Points points) {
    this.points = points;
    this.told = new PostgresMessages("CZ", false, this::hear);
    this.asked = new PostgresMessages("PBQ", true, this::ask);
  }

  @Override
  public byte[] sending(byte[] bytes) {
    asked.take(bytes);
    return bytes;
  }

  private boolean ask(char type, String body) {
    switch (type) {
      case 0 -> {
        int code = body.length() < 4 ? 0 : PostgresMessages.integer(body.getBytes(ISO_8859_1), 0);
        if (code == SSL_REQUEST || code == GSS_REQUEST) {
          told.skipOne(); // one letter answers it, and the connection begins anew
          return true;
        }
      }
      case 'P' -> {
        String[] parts = body.split("\0", 3);
        statements.put(parts[0], Kind.of(parts.length > 1 ? parts[1] : ""));
      }
      case 'B' -> {
        String[] parts = body.split("\0", 3);
        note(statements.getOrDefault(parts.length > 1 ? parts[1] : "", Kind.OTHER));
      }
      default -> note(Kind.of(body));
    }
    return false;
  }

  private void note(Kind kind) {
    locking |= kind.locks();
    marking |= kind.marks();
  }

  @Override
  public byte[] answering(byte[] bytes) throws IOException {
    told.take(bytes);
    Optional<Point> point = reached;
    reached = Optional.empty();
    if (point.isPresent() && !points.take(point.get()).map(Points.Action::run).orElse(true)) {
      throw new IOException("cut at " + point.get().label());
    }
    return bytes;
  }

  private boolean hear(char type, String body) {
    if (type == 'C') {
      if (marking && body.equals(COMMITTED)) {
        marking = false;
        reach(Point.AFTER_COMMIT_BEFORE_ANSWER);
      }
    } else {
      if (locking && body.indexOf(IN_TRANSACTION) == 0) {
        reach(Point.AFTER_ROW_LOCKS);
      }
      locking = false;
      marking = false;
    }
    return false;
  }

  private void reach(Point point) {
    if (points.isArmed(point)) {
      reached = Optional.of(point);
    }
  }
}
