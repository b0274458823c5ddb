package dev.stampede.postgres.deployment;

import dev.stampede.postgres.Database;
import dev.stampede.postgres.OwnConnections;
import dev.stampede.postgres.SqlStep;
import dev.stampede.postgres.Transport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Notices with one cheap statement that something was written which nobody tells this server of:
 * events that wait to be sent, a key that signs, an epoch, or another PostgreSQL under the same
 * address. It reports only that something changed; the loops that read the details poll by
 * themselves, and in a quiet deployment they wait for this pulse.
 */
public final class DatabaseChangePoll {

  /** The interval between two {@linkplain #beat looks}. */
  public static final Duration BEAT = Duration.ofSeconds(1);

  /** The same in a quiet deployment. */
  public static final Duration QUIET_BEAT = Duration.ofSeconds(2);

  /** Every cause of a rewind ends the server process, or goes on with another. */
  private static final String LOOK =
      """
      SELECT EXISTS (SELECT FROM outbox),
        concat_ws(' ', pg_postmaster_start_time(), (SELECT max(epoch) FROM database_epoch),
          (SELECT string_agg(id::text, ',' ORDER BY id) FROM signing_key))""";

  private final OwnConnections connections;
  private String last = "";

  public DatabaseChangePoll(Database database) {
    this.connections = database.polls();
  }

  /** True when events wait, or something is not as it was at the last look. One caller. */
  public boolean beat() {
    boolean[] waiting = new boolean[1];
    AtomicReference<String> now = new AtomicReference<>(last);
    SqlStep look =
        SqlStep.query(
            LOOK,
            row -> {
              waiting[0] = row.getBoolean(1);
              now.set(row.getString(2));
            });
    connections.use(connection -> Transport.TOGETHER.send(connection, List.of(look)));
    boolean changed = !now.get().equals(last);
    last = now.get();
    return changed || waiting[0];
  }
}
