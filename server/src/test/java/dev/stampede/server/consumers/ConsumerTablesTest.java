package dev.stampede.server.consumers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.consumer.InboxSchema;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Consumers are a library with tables of its own; migrations carry them word for word. */
final class ConsumerTablesTest {

  private static final String MIGRATIONS = "/dev/stampede/postgres/migrations/";

  @Test
  void theMigrationsCreateTheTablesThatTheLibraryNeeds() throws Exception {
    String first = migration("V11__consumers.sql");
    String epochs = migration("V15__epochs.sql");
    String room = migration("V19__room_in_the_inbox.sql");

    assertThat(epochs).contains(InboxSchema.epochs());
    assertThat(room).contains(InboxSchema.room());
    String later = InboxSchema.epochs() + InboxSchema.room();
    assertThat(InboxSchema.script()).endsWith(later);
    assertThat(first).contains(InboxSchema.script().replace(later, ""));
  }

  private static String migration(String name) throws Exception {
    try (InputStream migration = ConsumerTablesTest.class.getResourceAsStream(MIGRATIONS + name)) {
      return new String(migration.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
