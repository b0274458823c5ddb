package dev.stampede.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.bench.server.ChildServer;
import dev.stampede.bench.server.Servers;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Target;
import dev.stampede.testkit.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(240)
final class EchoFleetTest {

  @Test
  void everyPeerEchoesAndEndsWhenItIsClosed() throws Exception {
    try (EchoFleet fleet = new EchoFleet()) {
      fleet.start(
          List.of(
              () -> Servers.peer("helidon", HelidonEchoMain.class, Echo::probe),
              () -> Servers.peer("vertx", VertxEchoMain.class, Echo::probe),
              () -> Servers.peer("spring", SpringEchoMain.class, Echo::probe)));
      assertThat(fleet.servers()).hasSize(3);
      for (ChildServer server : fleet.servers().values()) {
        RenderedRequest echo = server.target().post(Echo.PATH, Echo.BODY);
        HttpBenchmark.check(new EchoCase(server.name(), server, echo));
        assertThat(server.cpuTime()).isPositive();
        server.close();
        assertThat(server.alive()).isFalse();
      }
    }
  }

  @Test
  void oursIsStartedThroughItsLauncherAndTerminatedWithAllItStarted(@TempDir Path folder)
      throws Exception {
    Path launcher =
        launcher(folder, "trap 'kill $child; wait $child; exit 0' TERM\n%s &\nchild=$!\nwait");
    ChildServer server = Servers.stampede("ours", launcher);
    List<ProcessHandle> started;
    try {
      Servers.awaitReady(server);
      Eventually.within(Duration.ofSeconds(30))
          .until("it has said it", () -> server.lastWords().equals("demo=false"));
      assertThat(HttpBenchmark.token(server)).isEqualTo("t");
      started = server.processes();
      assertThat(started)
          .as("the launcher and its server")
          .hasSize(2)
          .allMatch(ProcessHandle::isAlive);
    } finally {
      server.close();
    }
    Eventually.within(Duration.ofSeconds(30))
        .until("all have ended", () -> started.stream().noneMatch(ProcessHandle::isAlive));
  }

  @Test
  void aServerThatDoesNotStartSaysWhy() throws Exception {
    List<String> failing = List.of("sh", "-c", "echo the port is taken; exit 1");
    Target nowhere = Target.loopback(1);
    try (ChildServer server = ChildServer.start("x", failing, _ -> {}, nowhere, nowhere.get("/"))) {
      assertThatThrownBy(() -> Servers.awaitReady(server))
          .hasMessageContaining("x ended instead of serving")
          .hasMessageContaining("the port is taken");
    }
  }

  @Test
  void aMissingLauncherIsNamed(@TempDir Path folder) {
    assertThatThrownBy(() -> Servers.stampede("ours", folder.resolve("stampede")))
        .hasMessageContaining("there is no launcher at " + folder.resolve("stampede"));
  }

  /** A launcher of another kind than ours, in a folder with spaces, that serves until told. */
  private static Path launcher(Path folder, String script) throws IOException {
    Path launcher = Files.createDirectory(folder.resolve("a folder")).resolve("stampede");
    String java =
        "'%s/bin/java' -cp '%s' %s"
            .formatted(
                System.getProperty("java.home"),
                System.getProperty("java.class.path"),
                FakeStampedeMain.class.getName());
    Files.writeString(launcher, "#!/bin/sh\n" + script.formatted(java) + "\n");
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    return launcher;
  }
}
