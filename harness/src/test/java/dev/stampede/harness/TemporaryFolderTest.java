package dev.stampede.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class TemporaryFolderTest {

  @Test
  void closingDeletesTheFolderWithItsContentsAndAgainIsHarmless() throws IOException {
    TemporaryFolder folder = TemporaryFolder.create("test");
    Path file = Files.createDirectories(folder.path().resolve("a/b")).resolve("file");
    Files.writeString(file, "contents");

    folder.close();
    folder.close();

    assertThat(folder.path()).doesNotExist();
    assertThat(folder.path().toString()).contains("stampede-test-");
  }
}
