package dev.stampede.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class TestServicesTest {

  private final TestServices services = TestServices.shared();

  @Test
  void allThreeServicesAnswer() throws Exception {
    new Sql(services.databaseUrl()).run("SELECT 1");
    for (String address :
        new String[] {services.redisUrl(), "kafka://" + services.kafkaBootstrapServers()}) {
      URI uri = URI.create(address);
      new Socket(uri.getHost(), uri.getPort()).close();
    }
  }

  @Test
  void eachFreshDatabaseIsEmptyAndGoneWhenClosed() {
    String url;
    try (TestDatabase one = services.freshDatabase();
        TestDatabase other = services.freshDatabase()) {
      new Sql(one.url()).run("CREATE TABLE seat (id int)");
      new Sql(other.url()).run("CREATE TABLE seat (id int)");
      try (TestDatabase copy = one.copy()) {
        new Sql(copy.url()).run("SELECT id FROM seat");
      }
      url = one.url();
    }
    assertThatThrownBy(() -> new Sql(url).run("SELECT 1"))
        .hasStackTraceContaining("does not exist");
  }

  @Test
  void everyPrefixIsNew() {
    assertThat(services.freshKeyPrefix()).isNotEqualTo(services.freshKeyPrefix()).endsWith(":");
    assertThat(services.freshTopicPrefix())
        .isNotEqualTo(services.freshTopicPrefix())
        .matches("[a-z0-9.]+");
  }

  @Test
  void anotherProcessGetsTheSameServices() throws Exception {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                OtherTests.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(new String(other.getInputStream().readAllBytes(), UTF_8).strip())
        .isEqualTo(services.databaseUrl());
  }

  /** Run from the module's directory, as an IDE does: no property tells where the root is. */
  static final class OtherTests {
    public static void main(String[] arguments) {
      System.out.println(TestServices.shared().databaseUrl());
    }
  }

  @Test
  void theTimeOfADatabaseCanBeMoved() {
    try (TestDatabase database = services.freshDatabase()) {
      Sql sql = new Sql(database.url());
      DatabaseClock clock = DatabaseClock.of(database.url());
      clock.advance(Duration.ofMinutes(4));
      clock.advance(Duration.ofMinutes(1));
      assertAhead(sql, "5 minutes");
      clock.reset();
      assertAhead(sql, "0 minutes");
    }
  }

  /** Division by zero is the failure. */
  private static void assertAhead(Sql sql, String interval) {
    sql.run(
        """
        SELECT 1 / (abs(extract(epoch FROM
          stampede_now() - clock_timestamp() - interval '%s')) < 1)::int
        """
            .formatted(interval));
  }
}
