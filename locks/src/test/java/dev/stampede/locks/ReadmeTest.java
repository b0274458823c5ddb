package dev.stampede.locks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.testkit.TestServices;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The README's example is this code, and it runs. */
final class ReadmeTest {

  @Test
  void theExampleRuns() throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, UTF_8));
    try {
      LocksMain.main(new String[] {TestServices.shared().redisUrl()});
    } finally {
      System.setOut(before);
    }

    assertThat(printed.toString(UTF_8)).contains("we alone write the report");
  }

  @Test
  void theReadmeShowsThisVeryExample() throws IOException {
    Path module = Path.of(System.getProperty("stampede.root", "..")).resolve("locks");
    String source =
        Files.readString(module.resolve("src/test/java/dev/stampede/locks/LocksMain.java"));
    String example =
        source.substring(
            source.indexOf('\n', source.indexOf("// readme: begin")) + 1,
            source.lastIndexOf('\n', source.indexOf("// readme: end")));

    assertThat(Files.readString(module.resolve("README.md"))).contains(example.stripIndent());
  }
}
