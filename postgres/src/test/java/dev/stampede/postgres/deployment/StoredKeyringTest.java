package dev.stampede.postgres.deployment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.signing.Purpose;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.testkit.DatabaseClock;
import dev.stampede.testkit.Sql;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Keys that are rotated by hand, in SQL, while two servers run. */
final class StoredKeyringTest {

  /** As it stands in {@code docs/operations.md}. */
  private static final String ROTATE =
      """
      INSERT INTO signing_key (id, secret)
      SELECT max(id) + 1,
             decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
      FROM signing_key
      """;

  private static final byte[] PAYLOAD = "alice".getBytes(UTF_8);

  private TestDatabase fresh;
  private Database database;

  @BeforeEach
  void open() {
    fresh = TestServices.shared().freshDatabase();
    database =
        Database.open(
            new PostgresSettings(
                DatabaseUrl.parse(fresh.url()),
                PostgresSettings.MIN_POOL_SIZE,
                Duration.ofSeconds(10)));
  }

  @AfterEach
  void close() {
    database.close();
    fresh.close();
  }

  @Test
  void aNewKeyIsBelievedAtOnceAndSignsWhenEveryServerHasReadIt() {
    Keyring one = StoredKeyring.loadOrCreate(database);
    Keyring two = StoredKeyring.loadOrCreate(database);
    assertThat(seal(one)).startsWith("1.");

    rotate();
    one.refresh();

    assertThat(seal(one)).as("too new to sign").startsWith("1.");
    DatabaseClock.of(fresh.url()).advance(Keyring.SIGNS_AFTER);
    one.refresh();
    String sealed = seal(one);
    assertThat(sealed).startsWith("2.");
    assertThat(two.open(Purpose.PASS, sealed)).as("read because it was named").hasValue(PAYLOAD);
    assertThat(seal(StoredKeyring.loadOrCreate(database))).startsWith("2.");
  }

  @Test
  void aKeyThatWasRemovedIsBelievedNowhereAfterTheNextRefresh() {
    Keyring one = StoredKeyring.loadOrCreate(database);
    String old = seal(one);
    rotate();
    new Sql(fresh.url()).run("DELETE FROM signing_key WHERE id = 1");

    one.refresh();

    assertThat(one.open(Purpose.PASS, old)).isEmpty();
    assertThat(seal(one)).as("the only one there is signs, however new").startsWith("2.");
  }

  @Test
  void anEmptyTableTakesNoKeysAwayAndSaysWhatToDo() {
    Keyring one = StoredKeyring.loadOrCreate(database);
    String sealed = seal(one);
    new Sql(fresh.url()).run("DELETE FROM signing_key");

    assertThatThrownBy(one::refresh).hasMessageContaining("insert one with an id that was never");
    assertThat(one.open(Purpose.PASS, sealed)).hasValue(PAYLOAD);
  }

  private void rotate() {
    new Sql(fresh.url()).run(ROTATE);
  }

  private static String seal(Keyring keyring) {
    return keyring.seal(Purpose.PASS, PAYLOAD);
  }
}
