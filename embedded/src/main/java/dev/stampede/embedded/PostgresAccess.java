package dev.stampede.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The one way into an embedded PostgreSQL: a role that owns the database and is no superuser, by
 * its password.
 *
 * <p>A superuser runs programs as the user who started the server ({@code COPY … TO PROGRAM}), so
 * no line of {@code pg_hba.conf} lets one connect. Work that needs one runs in single-user mode
 * while the server is down, which asks for nothing but access to the files. A cluster that an
 * earlier version made, whose tables belong to the superuser, is taken over in the same way.
 *
 * @param file {@code pg_hba.conf}; it names the digest of the password that the role has, so that a
 *     start that was killed half-way, or a new password, is noticed
 */
record PostgresAccess(Path file, Password password) {

  static final String ROLE = "stampede_server";

  /**
   * Each statement ends with an empty line, as single-user mode wants it. CREATEDB is for
   * benchmarks and tests, which take a database each; the grants are for benchmarks, which measure
   * a server that has been running for a while.
   */
  private static final String STATEMENTS =
      """
      DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'stampede_server') THEN
          CREATE ROLE stampede_server;
        END IF;
      END $$;

      ALTER ROLE stampede_server LOGIN NOSUPERUSER CREATEDB PASSWORD '{password}';

      ALTER DATABASE stampede OWNER TO stampede_server;

      GRANT pg_checkpoint TO stampede_server;

      GRANT EXECUTE ON FUNCTION pg_switch_wal() TO stampede_server;

      DO $$ DECLARE change text; BEGIN
        FOR change IN
          SELECT 'ALTER TABLE ' || c.oid::regclass FROM pg_class c
          WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
            -- The sequence of a column changes hands with its table, and not without it.
            AND NOT EXISTS (
              SELECT FROM pg_depend d
              WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')
                AND c.relkind = 'S')
          UNION ALL
          SELECT 'ALTER ROUTINE ' || p.oid::regprocedure FROM pg_proc p
          WHERE p.pronamespace = 'public'::regnamespace
        LOOP
          EXECUTE change || ' OWNER TO stampede_server';
        END LOOP;
      END $$;

      """;

  private static final String RULES =
      """
      # Written by the embedded services; changes made here do not last.
      # The password of {role} has the SHA-256 digest {digest}.
      host all {role} 127.0.0.1/32 scram-sha-256
      """;

  /** Says if the rules are there and the role has this password. */
  boolean isGiven() {
    try {
      return Files.readString(file).equals(rules());
    } catch (IOException e) {
      throw new EmbeddedException("cannot read " + file, e);
    }
  }

  /** SQL for single-user mode; does no harm when it runs again. */
  String statements() {
    return STATEMENTS.replace("{password}", password.value());
  }

  /** Writes the rules; the statements have been run before. */
  void give() {
    PrivateFile.write(file, rules());
  }

  private String rules() {
    return RULES.replace("{role}", ROLE).replace("{digest}", digest());
  }

  private String digest() {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(password.value().getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new EmbeddedException("this JDK has no SHA-256", e);
    }
  }
}
