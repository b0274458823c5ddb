package dev.stampede.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedServicesTest {

  private static final EnumSet<ServiceKind> ALL = EnumSet.allOf(ServiceKind.class);

  @TempDir Path temporary;

  @Test
  void theServicesAreRestartedWhenTheyDieAndKeepTheirDataBetweenRuns() throws Exception {
    Path directory = temporary.resolve("data, with a space");
    RecordingServiceListener notes = new RecordingServiceListener();
    try (DataDirectory data = DataDirectory.open(directory);
        EmbeddedServices services = EmbeddedServices.start(data, ALL, notes)) {
      Clients clients = Clients.of(services);
      clients.write("first");
      assertThat(durabilitySettings(clients)).containsOnly("on");
      assertThat(clients.sql("SHOW server_version")).startsWith("18.");

      for (RunningProcess process : Pids.ofAll(data.path())) {
        StopSignal.KILL.sendTo(process.pid());
      }
      for (ServiceKind service : ALL) {
        Await.until(service + " again", () -> notes.lines.contains("restarted " + service));
      }
      assertThat(Clients.of(services)).isEqualTo(clients);
      assertThat(notes.lines).contains("died REDIS 137", "died POSTGRESQL 137", "died KAFKA 137");
      clients.write("second");
    }
    assertThat(notes.lines.subList(notes.lines.size() - 3, notes.lines.size()))
        .containsExactly("stopped KAFKA", "stopped REDIS", "stopped POSTGRESQL");

    try (DataDirectory data = DataDirectory.open(directory);
        EmbeddedServices services =
            EmbeddedServices.start(data, ALL, new RecordingServiceListener())) {
      Clients clients = Clients.of(services);
      assertThat(clients.rows()).containsExactly("first", "second");
      assertThat(clients.key("first")).contains("1");
      assertThat(clients.key("second")).contains("1");
      assertThat(clients.records()).containsExactly("first", "second");
    }
    assertThat(directory.resolve("logs").resolve("postgresql.log")).isNotEmptyFile();
  }

  private static List<String> durabilitySettings(Clients clients) throws Exception {
    return List.of(
        clients.sql("SHOW fsync"),
        clients.sql("SHOW full_page_writes"),
        clients.sql("SHOW synchronous_commit"));
  }
}
