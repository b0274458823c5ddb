package dev.stampede.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunEnvironmentTest {

  @Test
  void aFolderWithoutHistoryHasAnUnknownCommit(@TempDir Path folder) {
    RunEnvironment environment = RunEnvironment.of(folder);

    assertThat(environment.commit()).isEqualTo("unknown");
    assertThat(environment.shortCommit()).isEqualTo("unknown");
    assertThat(environment.cpus()).isPositive();
  }

  @Test
  void aShortCommitHasTwelveDigits() {
    String commit = "0123456789abcdef0123456789abcdef01234567";

    assertThat(new RunEnvironment(commit, 2, "Linux", "Java 25", "a VM").shortCommit())
        .isEqualTo("0123456789ab");
  }
}
