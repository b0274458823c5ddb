package dev.stampede.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page shows what runs, and what runs works. */
final class ReadmeTest {

  private static final Path MODULE =
      Path.of(System.getProperty("stampede.root", "..")).resolve("jobs");
  private static final Path SOURCE =
      MODULE.resolve("src/test/java/dev/stampede/jobs/ExampleMain.java");

  @Test
  void theExampleOfThePageIsTheOneThatRuns() throws Exception {
    String page = between(Files.readString(MODULE.resolve("README.md")), "```java\n", "```");
    String source = between(Files.readString(SOURCE), "// [example]\n", "    // [end]");

    assertThat(page).isEqualTo(source.lines().map(ReadmeTest::outdented).collect(LINES));
  }

  private static final java.util.stream.Collector<CharSequence, ?, String> LINES =
      Collectors.joining("\n", "", "\n");

  private static String outdented(String line) {
    return line.startsWith("    ") ? line.substring(4) : line;
  }

  private static String between(String text, String begin, String end) {
    int from = text.indexOf(begin) + begin.length();
    return text.substring(from, text.indexOf(end, from));
  }

  @Test
  void theExampleWorks() throws Exception {
    ExampleMain example = new ExampleMain();
    try (TestDatabase data = TestServices.shared().freshDatabase();
        HikariDataSource pool = JobsFixture.pool(JobsFixture.jdbcUrl(data.url()))) {
      example.run(pool);

      assertThat(example.sent).containsExactly("welcome ann (2)");
      try (Connection connection = pool.getConnection();
          ResultSet row =
              connection.createStatement().executeQuery("SELECT count(*) FROM booked")) {
        row.next();
        assertThat(row.getInt(1)).isEqualTo(1);
      }
    }
  }
}
