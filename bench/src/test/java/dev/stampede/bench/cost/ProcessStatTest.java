package dev.stampede.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

final class ProcessStatTest {

  @Test
  void aNameMayHaveParenthesesAndSpaces() {
    ProcessStat stat =
        ProcessStat.parse("7 (tmux: (a) b) S 1 7 7 0 -1 4194304 10 20 0 0 250 50 3 4 20 0 1 0 99");

    assertThat(stat).isEqualTo(new ProcessStat("tmux: (a) b", 3_000_000, 70_000));
  }

  @Test
  void thisProcessHasThreadsThatWereSwitched() {
    Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/stat")), "Linux alone has /proc");
    long pid = ProcessHandle.current().pid();

    assertThat(ProcessStat.of(pid)).hasValueSatisfying(it -> assertThat(it.micros()).isPositive());
    assertThat(ProcessStat.threads(pid)).hasSizeGreaterThan(1);
    assertThat(ProcessStat.contextSwitches(pid)).isPositive();
  }
}
