package dev.stampede.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OrphansTest {

  @TempDir Path data;

  @Test
  void nothingIsLeftBehindAndNothingIsLostWhenTheOwnerIsKilled() throws Exception {
    List<RunningProcess> services;
    try (OtherProcess owner = OtherProcess.start(data, ServiceKind.values())) {
      services = Pids.ofAll(data);
      assertThat(services).allMatch(RunningProcess::isAlive);
      owner.clients().write("kept");

      StopSignal.KILL.sendTo(owner.process().pid());
      owner.process().onExit().join();
    }
    Await.until("no service is left", () -> services.stream().noneMatch(RunningProcess::isAlive));

    List<RunningProcess> next;
    try (OtherProcess owner = OtherProcess.start(data, ServiceKind.values())) {
      next = Pids.ofAll(data);
      Clients clients = owner.clients();
      assertThat(clients.rows()).containsExactly("kept");
      assertThat(clients.key("kept")).contains("1");
      assertThat(clients.records()).containsExactly("kept");

      StopSignal.TERM.sendTo(owner.process().pid());
      owner.process().onExit().join();
    }
    assertThat(next).noneMatch(RunningProcess::isAlive);
  }

  @Test
  void aServiceWhoseGuardWasKilledTooIsStoppedByTheNextStart() throws Exception {
    RunningProcess orphan;
    try (OtherProcess owner = OtherProcess.start(data, ServiceKind.POSTGRESQL)) {
      orphan = Pids.of(data, ServiceKind.POSTGRESQL);
      // Frozen, the owner neither replaces its guards nor lets go of their pipe.
      new ProcessBuilder("kill", "-s", "STOP", Long.toString(owner.process().pid()))
          .start()
          .waitFor();
      Await.until("the owner stands still", () -> isStopped(owner.process().pid()));
      List<ProcessHandle> guards =
          owner
              .process()
              .descendants()
              .filter(process -> process.info().command().orElse("").endsWith("sh"))
              .toList();
      assertThat(guards).hasSize(2);
      guards.forEach(guard -> StopSignal.KILL.sendTo(guard.pid()));
    }
    assertThat(orphan.isAlive()).isTrue();
    try (OtherProcess owner = OtherProcess.start(data, ServiceKind.POSTGRESQL)) {
      assertThat(orphan.isAlive()).isFalse();
      assertThat(owner.clients().sql("SELECT 1")).isEqualTo("1");
    }
  }

  /** As Linux tells; elsewhere a process is taken to stop at once. */
  private static boolean isStopped(long pid) throws IOException {
    Path stat = Path.of("/proc", Long.toString(pid), "stat");
    return !Files.exists(stat) || Files.readString(stat).contains(") T ");
  }

  @Test
  void aServiceWhoseGuardIsKilledIsStoppedAndStartedAgain() throws Exception {
    RecordingServiceListener notes = new RecordingServiceListener();
    try (DataDirectory directory = DataDirectory.open(data);
        EmbeddedServices services =
            EmbeddedServices.start(directory, Set.of(ServiceKind.REDIS), notes)) {
      RunningProcess unguarded = Pids.of(data, ServiceKind.REDIS);
      ProcessHandle guard =
          ProcessHandle.of(unguarded.pid()).flatMap(ProcessHandle::parent).orElseThrow();
      StopSignal.KILL.sendTo(guard.pid());
      Await.until("Redis again", () -> notes.lines.contains("restarted REDIS"));
      assertThat(unguarded.isAlive()).isFalse();
      assertThat(new Clients("", services.redisUrl(), "").redis("PING")).startsWith("+PONG");
    }
  }
}
