package dev.stampede.postgres;

import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Counts claims' transactions that timed out, where they fail, by the limit that ended them. */
public final class DatabaseTimeouts {

  /** The limit that ended the transaction. */
  public enum Kind {
    /** PostgreSQL ended a transaction that had lasted as long as any may. */
    TRANSACTION,
    /** PostgreSQL ended a statement, or somebody told it to. */
    STATEMENT,
    /** A row stayed locked for as long as a claim that waits alone may wait. */
    LOCK,
    /** PostgreSQL said nothing for longer than a transaction may last. */
    SILENCE
  }

  private final Map<Kind, LongAdder> counts;

  DatabaseTimeouts() {
    Map<Kind, LongAdder> fresh = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      fresh.put(kind, new LongAdder());
    }
    counts = Collections.unmodifiableMap(fresh);
  }

  public long count(Kind kind) {
    return Objects.requireNonNull(counts.get(kind)).sum();
  }

  public void note(SQLException failure) {
    kind(failure).ifPresent(kind -> Objects.requireNonNull(counts.get(kind)).increment());
  }

  private static Optional<Kind> kind(SQLException failure) {
    String state = failure.getSQLState();
    if (failure.getCause() instanceof SocketTimeoutException) {
      return Optional.of(Kind.SILENCE);
    }
    return switch (state == null ? "" : state) {
      case "25P04" -> Optional.of(Kind.TRANSACTION);
      case "57014" -> Optional.of(Kind.STATEMENT);
      case "55P03" -> Optional.of(Kind.LOCK);
      default -> Optional.empty();
    };
  }
}
