package dev.stampede.workers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The pool example in the README runs, and works. */
final class PoolExampleTest {

  private static final Path MODULE =
      Path.of(System.getProperty("stampede.root", "..")).resolve("workers");
  private static final Path SOURCE =
      MODULE.resolve("src/test/java/dev/stampede/workers/PoolExampleMain.java");

  @Test
  void theExampleWorksAndIsTheOneOnThePage() throws Exception {
    PoolExampleMain example = new PoolExampleMain();
    assertThat(example.run(List.of("ann", "ben"))).isEqualTo("all sent");
    assertThat(example.sent).containsExactlyInAnyOrder("ann", "ben");

    String source = Files.readString(SOURCE);
    int from = source.indexOf("// [example]\n") + "// [example]\n".length();
    String shown =
        source
            .substring(from, source.indexOf("    // [end]"))
            .lines()
            .map(line -> line.substring(Math.min(4, line.length())))
            .collect(Collectors.joining("\n"));
    assertThat(Files.readString(MODULE.resolve("README.md")))
        .contains("```java\n" + shown + "\n```");
  }
}
