package dev.stampede.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServiceLogTest {

  @TempDir Path directory;

  @Test
  void theFilesStayBoundedAndTheLastLinesAreKnown() throws Exception {
    ServiceLog log = new ServiceLog(directory.resolve("service.log"), 1_000);
    StringBuilder printed = new StringBuilder();
    for (int line = 1; line <= 500; line++) {
      printed.append("line ").append(line).append('\n');
    }
    log.copy(new ByteArrayInputStream(printed.toString().getBytes(UTF_8)));

    assertThat(Files.size(log.file())).isBetween(1L, 1_100L);
    assertThat(Files.size(directory.resolve("service.log.1"))).isBetween(1_000L, 1_100L);
    assertThat(directory).isDirectoryNotContaining("glob:**.2");
    assertThat(log.tail().lines()).hasSize(20).endsWith("line 499", "line 500");
  }

  @Test
  void aLineWithoutEndIsCut() {
    ServiceLog log = new ServiceLog(directory.resolve("service.log"), 1_000_000);
    log.copy(new ByteArrayInputStream("x".repeat(10_000).getBytes(UTF_8)));
    assertThat(log.tail().lines().map(String::length)).containsExactly(4_096, 4_096, 1_808);
  }
}
