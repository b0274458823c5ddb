package dev.stampede.server.consumers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.kafka.consumer.InboxSchema;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Consumers are a library with tables of its own; a migration carries them word for word. */
final class ConsumerTablesTest {

  private static final String MIGRATION = "/dev/stampede/postgres/migrations/V11__consumers.sql";

  @Test
  void theMigrationCreatesTheTablesThatTheLibraryNeeds() throws Exception {
    try (InputStream migration = ConsumerTablesTest.class.getResourceAsStream(MIGRATION)) {
      assertThat(new String(migration.readAllBytes(), StandardCharsets.UTF_8))
          .contains(InboxSchema.script());
    }
  }
}
