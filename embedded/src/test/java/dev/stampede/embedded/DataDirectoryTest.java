package dev.stampede.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataDirectoryTest {

  @TempDir Path temporary;

  @Test
  void theSecondToComeIsToldWhoHoldsIt() throws Exception {
    try (OtherProcess other = OtherProcess.start(temporary)) {
      assertThatThrownBy(() -> DataDirectory.open(temporary))
          .isInstanceOf(DataDirectoryHeldException.class)
          .hasMessageContaining("is held by process " + other.process().pid() + " since 2")
          .hasMessageContaining("set STAMPEDE_DATA to another directory");
    }
    DataDirectory.open(temporary).close();
  }

  @Test
  void aSecondOpeningInTheSameProcessIsRefusedAndTheFirstStaysLocked() {
    try (DataDirectory first = DataDirectory.open(temporary.resolve("new"))) {
      assertThatThrownBy(() -> DataDirectory.open(first.path()))
          .isInstanceOf(DataDirectoryHeldException.class);
      assertThatThrownBy(() -> OtherProcess.start(first.path()))
          .hasMessageContaining("is held by process " + ProcessHandle.current().pid());
    }
    DataDirectory.open(temporary.resolve("new")).close();
  }

  @Test
  void aDirectoryThatCannotBeWrittenIsNamed() throws Exception {
    Path file = Files.createFile(temporary.resolve("file"));
    assertThatThrownBy(() -> DataDirectory.open(file.resolve("data")))
        .isInstanceOf(EmbeddedException.class)
        .hasMessageContaining("STAMPEDE_DATA");
    assertThat(file).isRegularFile();
  }
}
