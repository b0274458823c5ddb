package dev.stampede.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SupervisedServiceTest {

  @TempDir Path directory;

  private final RecordingServiceListener notes = new RecordingServiceListener();

  @Test
  void aServiceThatKeepsDyingIsGivenUp() {
    try (DataDirectory data = DataDirectory.open(directory)) {
      SupervisedService service = supervised(data, "echo last words; sleep 0.2; exit 3", true);
      service.start();
      Await.until("given up", () -> notes.lines.getLast().startsWith("gave up REDIS"));
      assertThat(notes.lines.getLast())
          .contains("died 5 times within 60 s", "redis.log", "REDIS_URL");
      assertThat(notes.lines).contains("died REDIS 3");
      service.close();
    }
  }

  @Test
  void aServiceThatEndsWhileStartingIsReportedWithTheEndOfItsLog() {
    try (DataDirectory data = DataDirectory.open(directory)) {
      SupervisedService service = supervised(data, "echo no such option; exit 7", false);
      assertThatThrownBy(service::start)
          .isInstanceOf(EmbeddedException.class)
          .hasMessageContaining("Redis ended with status 7 while starting")
          .hasMessageContaining("no such option");
      service.close();
    }
  }

  private SupervisedService supervised(DataDirectory data, String script, boolean ready) {
    return new SupervisedService(new Script(data.path(), script, ready), data, notes);
  }

  /** A service that is a few words of shell. */
  private record Script(Path directory, String script, boolean ready) implements Recipe {

    @Override
    public ServiceKind service() {
      return ServiceKind.REDIS;
    }

    @Override
    public void prepare() {
      // Nothing to unpack.
    }

    @Override
    public String version() {
      return "1";
    }

    @Override
    public String address(int port) {
      return "127.0.0.1:" + port;
    }

    @Override
    public String url(int port) {
      return address(port);
    }

    @Override
    public ServiceCommand command(int port) {
      return new ServiceCommand(List.of("sh", "-c", script), directory, _ -> {});
    }

    @Override
    public boolean ready(long pid, int port) {
      return ready;
    }
  }
}
