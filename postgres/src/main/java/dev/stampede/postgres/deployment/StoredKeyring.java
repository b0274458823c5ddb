package dev.stampede.postgres.deployment;

import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.signing.SigningKey;
import dev.stampede.engine.signing.SigningKeys;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseException;
import java.security.SecureRandom;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/**
 * The deployment's signing keys, kept in PostgreSQL so that every server accepts what another has
 * signed, now and after a restart.
 *
 * <p>The newest key that has been there for {@link Keyring#SIGNS_AFTER} signs. If all are younger,
 * the oldest of them does: it is the first of a new deployment, or the others were removed.
 */
public final class StoredKeyring {

  /** Two servers that start first at once both try; one row wins and both read it. */
  private static final String CREATE_FIRST =
      "INSERT INTO signing_key (id, secret) VALUES (1, :secret) ON CONFLICT (id) DO NOTHING";

  private static final String READ_ALL =
      """
      SELECT id, secret, created_at <= stampede_now() - :wait * INTERVAL '1 millisecond' AS settled
      FROM signing_key
      ORDER BY id
      """;

  private record Row(SigningKey key, boolean settled) {}

  private StoredKeyring() {}

  /** The keys of this deployment; the first one is made if there is none. */
  public static Keyring loadOrCreate(Database database) {
    Jdbi jdbi = database.jdbi();
    if (rows(jdbi).isEmpty()) {
      byte[] secret = new byte[SigningKey.MIN_SECRET_BYTES];
      new SecureRandom().nextBytes(secret);
      jdbi.useHandle(handle -> handle.createUpdate(CREATE_FIRST).bind("secret", secret).execute());
    }
    return new Keyring(() -> read(jdbi));
  }

  private static SigningKeys read(Jdbi jdbi) {
    List<Row> rows = rows(jdbi);
    if (rows.isEmpty()) {
      throw new DatabaseException(
          "the table signing_key is empty; the keys at hand stay in use; insert one with an id"
              + " that was never used");
    }
    int signing = rows.getFirst().key().id();
    for (Row row : rows) {
      if (row.settled()) {
        signing = row.key().id();
      }
    }
    return new SigningKeys(rows.stream().map(Row::key).toList(), signing);
  }

  private static List<Row> rows(Jdbi jdbi) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(READ_ALL)
                .bind("wait", Keyring.SIGNS_AFTER.toMillis())
                .map(
                    (row, context) ->
                        new Row(
                            SigningKey.of(row.getInt("id"), row.getBytes("secret")),
                            row.getBoolean("settled")))
                .list());
  }
}
