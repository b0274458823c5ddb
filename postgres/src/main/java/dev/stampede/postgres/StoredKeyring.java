package dev.stampede.postgres;

import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.signing.SigningKey;
import java.security.SecureRandom;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/**
 * The deployment's signing keys, kept in PostgreSQL so that what one server signs every other
 * believes, now and after a restart.
 */
public final class StoredKeyring {

  /** Two servers that start first at once both try; one row wins and both read it. */
  private static final String CREATE_FIRST =
      "INSERT INTO signing_key (id, secret) VALUES (1, :secret) ON CONFLICT (id) DO NOTHING";

  private static final String READ_ALL = "SELECT id, secret FROM signing_key ORDER BY id";

  private StoredKeyring() {}

  public static Keyring loadOrCreate(Database database) {
    Jdbi jdbi = database.jdbi();
    List<SigningKey> keys = read(jdbi);
    if (keys.isEmpty()) {
      byte[] secret = new byte[SigningKey.MIN_SECRET_BYTES];
      new SecureRandom().nextBytes(secret);
      jdbi.useHandle(handle -> handle.createUpdate(CREATE_FIRST).bind("secret", secret).execute());
      keys = read(jdbi);
    }
    return new Keyring(keys);
  }

  private static List<SigningKey> read(Jdbi jdbi) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(READ_ALL)
                .map((row, context) -> SigningKey.of(row.getInt("id"), row.getBytes("secret")))
                .list());
  }
}
