package dev.stampede.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecoveryTest {

  @TempDir Path directory;

  @Test
  void aHalfFinishedDirectoryIsCreatedAnewAndAStaleNoteIsRemoved() throws Exception {
    Path unfinished = Files.createDirectories(directory.resolve("postgresql.unfinished"));
    Files.writeString(unfinished.resolve("PG_VERSION"), "18\n");
    try (DataDirectory data = DataDirectory.open(directory)) {
      try (EmbeddedServices services = startPostgres(data)) {
        assertThat(sql(services, "SELECT current_database()")).isEqualTo("stampede");
      }
      assertThat(unfinished).doesNotExist();

      // This process is alive and is no PostgreSQL.
      Path note = data.path().resolve("postgresql").resolve("postmaster.pid");
      Files.writeString(
          note,
          "%d%n%s%n1%n5432%n%n127.0.0.1%n%nready%n"
              .formatted(ProcessHandle.current().pid(), note.getParent()));
      try (EmbeddedServices services = startPostgres(data)) {
        assertThat(sql(services, "SELECT 1")).isEqualTo("1");
      }
    }
  }

  @Test
  void dataOfAnotherMajorVersionIsRefusedAndTheOtherServicesAreStopped() throws Exception {
    Path cluster = Files.createDirectories(directory.resolve("postgresql"));
    Files.writeString(cluster.resolve("PG_VERSION"), "17\n");
    try (DataDirectory data = DataDirectory.open(directory)) {
      assertThatThrownBy(
              () ->
                  EmbeddedServices.start(
                      data,
                      Set.of(ServiceKind.POSTGRESQL, ServiceKind.REDIS),
                      new RecordingServiceListener()))
          .isInstanceOf(EmbeddedException.class)
          .hasMessageContaining("was written by PostgreSQL 17 and this is PostgreSQL 18")
          .hasMessageContaining("DATABASE_URL");
      assertThat(directory.resolve("run").resolve("redis.pid")).doesNotExist();
    }
  }

  @Test
  void anAppendOnlyFileThatWasCutShortIsReadUpToTheCut() throws Exception {
    try (DataDirectory data = DataDirectory.open(directory)) {
      try (EmbeddedServices services = startRedis(data)) {
        new Clients("", services.redisUrl(), "").redis("SET whole 1");
      }
      Path log = directory.resolve("redis").resolve("appendonly.aof");
      Files.writeString(
          log, "*3\r\n$3\r\nSET\r\n$3\r\ncu", java.nio.file.StandardOpenOption.APPEND);
      try (EmbeddedServices services = startRedis(data)) {
        assertThat(new Clients("", services.redisUrl(), "").redis("GET whole")).contains("1");
      }
    }
  }

  private static String sql(EmbeddedServices services, String statement) throws Exception {
    return new Clients(services.databaseUrl(), "", "").sql(statement);
  }

  private static EmbeddedServices startPostgres(DataDirectory data) {
    return EmbeddedServices.start(
        data, Set.of(ServiceKind.POSTGRESQL), new RecordingServiceListener());
  }

  private static EmbeddedServices startRedis(DataDirectory data) {
    return EmbeddedServices.start(data, Set.of(ServiceKind.REDIS), new RecordingServiceListener());
  }
}
