package dev.stampede.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.embedded.ServiceKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServicesDaemonTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  /** Longer than a busy machine takes from the daemon's note to the first lease. */
  private static final Duration IDLE_LIMIT = Duration.ofSeconds(5);

  @TempDir Path home;

  @Test
  void itLivesAsLongAsItIsLeasedAndLeavesNothing() {
    DaemonRecord daemon;
    try (DaemonLease first = DaemonLease.acquire(settings());
        DaemonLease second = DaemonLease.acquire(settings())) {
      daemon = first.daemon();
      assertThat(second.daemon()).isEqualTo(daemon);
      assertThat(Path.of(daemon.data())).isDirectory();
    }
    Eventually.within(SOON)
        .until("its data is deleted", () -> !Files.exists(Path.of(daemon.data())));
  }

  @Test
  void aDaemonThatWasKilledIsReplacedAndItsDataDeleted() throws Exception {
    DaemonRecord killed;
    try (DaemonLease lease = DaemonLease.acquire(settings())) {
      killed = lease.daemon();
      String holder = Files.readString(Path.of(killed.data()).resolve("holder"));
      ProcessHandle.of(Long.parseLong(holder.split(" ", -1)[1])).orElseThrow().destroyForcibly();
      Eventually.within(SOON)
          .until("its end is seen", () -> lease.connection().getInputStream().read() == -1);
    }
    try (DaemonLease lease = DaemonLease.acquire(settings())) {
      assertThat(lease.daemon()).isNotEqualTo(killed);
      assertThat(Path.of(killed.data())).doesNotExist();
    }
  }

  private DaemonSettings settings() {
    return new DaemonSettings(home, Set.of(ServiceKind.REDIS), IDLE_LIMIT);
  }
}
