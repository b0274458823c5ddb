package dev.stampede.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.testkit.Sql;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class UuidArrayTest {

  private static final UUID ONE = UUID.fromString("0193373c-8d5b-7a10-8f00-ffffffffffff");
  private static final UUID OTHER = UUID.fromString("ffffffff-ffff-4fff-bfff-000000000001");

  private static TestDatabase data;

  @BeforeAll
  static void createADatabase() {
    data = TestServices.shared().freshDatabase();
  }

  @AfterAll
  static void dropIt() {
    data.close();
  }

  @Test
  void aLaneSendsIdsAndNullsInBinary() throws Exception {
    PostgresSettings settings =
        new PostgresSettings(DatabaseUrl.parse(data.url()), 2, Duration.ofSeconds(10));
    try (Connection lane = LaneConnection.connect(settings)) {
      assertThatIdsArriveOn(lane);
    }
  }

  @Test
  void aConnectionWithoutTheBinaryFormSendsThemAsText() throws Exception {
    try (Connection plain = new Sql(data.url()).connect()) {
      assertThatIdsArriveOn(plain);
    }
  }

  private static void assertThatIdsArriveOn(Connection connection) throws SQLException {
    assertThat(arrived(connection, ONE, null, OTHER)).containsExactly(ONE, null, OTHER);
    assertThat(arrived(connection, ONE)).containsExactly(ONE);
    assertThat(arrived(connection)).isEmpty();
  }

  private static List<@Nullable UUID> arrived(Connection connection, @Nullable UUID... sent)
      throws SQLException {
    List<@Nullable UUID> arrived = new ArrayList<>();
    Transport.TOGETHER.send(
        connection,
        List.of(
            SqlStep.query(
                "SELECT unnest(?::uuid[])",
                row -> arrived.add(row.getObject(1, UUID.class)),
                (Object) sent)));
    return arrived;
  }
}
