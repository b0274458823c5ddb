package dev.stampede.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Other users of the machine reach the ports of the services and nothing else. Each test was seen
 * to fail: without {@code PostgresCluster.secure}, and without {@code requirepass}.
 */
final class AccessTest {

  private static final Set<ServiceKind> WITH_PASSWORD =
      EnumSet.of(ServiceKind.POSTGRESQL, ServiceKind.REDIS);

  @TempDir Path directory;

  @Test
  void nobodyGetsInWithoutThePasswordAndNobodyIsSuperuser() throws Exception {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    RecordingServiceListener notes = new RecordingServiceListener();
    try (DataDirectory data = DataDirectory.open(directory);
        EmbeddedServices services = EmbeddedServices.start(data, WITH_PASSWORD, notes)) {
      Clients clients = new Clients(services.databaseUrl(), services.redisUrl(), "");
      for (String user : List.of("stampede", "stampede_server", "postgres")) {
        for (String password : List.of("", "stampede", "0".repeat(64))) {
          assertRefused(clients, user, password);
        }
      }
      assertRefused(clients, "stampede", Clients.password(clients.database()));
      assertThat(clients.sql("SELECT string_agg(rolname, ',') FROM pg_roles WHERE rolsuper"))
          .isEqualTo("stampede");
      assertThatThrownBy(() -> clients.sql("COPY (SELECT 1) TO PROGRAM 'true'"))
          .hasMessageContaining("permission denied");
      assertThat(clients.redisWithoutPassword("CONFIG GET dir"))
          .first()
          .asString()
          .startsWith("-NOAUTH");
      assertThat(clients.redisWithoutPassword("AUTH stampede"))
          .first()
          .asString()
          .startsWith("-WRONGPASS");

      assertOwnsItsDatabaseAndMayCreateOthers(clients);
      assertPrivate(services);
      assertNotShownInProcesses(clients);
      assertThat(String.join(" ", notes.lines))
          .contains("postgresql://stampede_server@127.0.0.1:", "redis://127.0.0.1:")
          .doesNotContain(Clients.password(clients.database()), Clients.password(clients.redis()));
    }
    assertThat(directory.resolve("services.env")).doesNotExist();
  }

  @Test
  void aDirectoryOfAnEarlierVersionOrWithALostPasswordIsSecuredAndKeepsItsData() throws Exception {
    Path cluster = Files.createDirectories(directory).resolve("postgresql");
    LoneProcess.createPostgres(cluster);
    int port = LoneProcess.freePort();
    try (LoneProcess before =
        LoneProcess.postgres(
            Files.createDirectories(directory.resolve("before")),
            cluster,
            Map.of("port", Integer.toString(port), "unix_socket_directories", ""))) {
      Clients superuser =
          new Clients("postgresql://stampede:@127.0.0.1:%d/stampede".formatted(port), "", "");
      Await.until("PostgreSQL answers", () -> superuser.sql("SELECT 1").equals("1"));
      superuser.sql(
          """
          CREATE TABLE seat (id bigint GENERATED ALWAYS AS IDENTITY, old serial, name text);
          CREATE VIEW seats AS SELECT name FROM seat;
          CREATE SEQUENCE fence;
          CREATE FUNCTION stampede_now() RETURNS timestamptz LANGUAGE sql AS 'SELECT now()';
          INSERT INTO seat (name) VALUES ('kept')""");
      assertThat(before.isAlive()).isTrue();
    }

    String earlier;
    try (DataDirectory data = DataDirectory.open(directory);
        EmbeddedServices services =
            EmbeddedServices.start(data, WITH_PASSWORD, new RecordingServiceListener())) {
      earlier = services.databaseUrl();
      Clients clients = new Clients(earlier, "", "");
      assertThat(clients.sql("SELECT name FROM seats")).isEqualTo("kept");
      assertRefused(clients, "stampede", "");
      clients.sql(
          """
          ALTER TABLE seat ADD COLUMN owner text;
          INSERT INTO seat (name) VALUES (nextval('fence'));
          CREATE OR REPLACE FUNCTION stampede_now() RETURNS timestamptz LANGUAGE sql
            AS 'SELECT clock_timestamp()'""");
    }

    Files.delete(directory.resolve("passwords").resolve("postgresql"));
    Files.writeString(directory.resolve("passwords").resolve("redis"), "cut short");
    try (DataDirectory data = DataDirectory.open(directory);
        EmbeddedServices services =
            EmbeddedServices.start(data, WITH_PASSWORD, new RecordingServiceListener())) {
      Clients clients = new Clients(services.databaseUrl(), services.redisUrl(), "");
      assertThat(clients.sql("SELECT count(*) FROM seats")).isEqualTo("2");
      assertThat(clients.redis("PING")).startsWith("+PONG");
      assertRefused(clients, Clients.user(earlier), Clients.password(earlier));
    }
  }

  /** As the server that owns its database, and as a benchmark that takes another one. */
  private static void assertOwnsItsDatabaseAndMayCreateOthers(Clients clients) throws SQLException {
    clients.sql("CREATE TABLE seat (id bigint GENERATED ALWAYS AS IDENTITY)");
    clients.sql("CREATE DATABASE other");
    // While autovacuum is at work there, which this role may not end, the drop is refused.
    Await.until(
        "the other database is dropped",
        () -> clients.sql("DROP DATABASE IF EXISTS other WITH (FORCE)").isEmpty());
    assertThat(clients.sql("SELECT pg_walfile_name(pg_current_wal_lsn())")).hasSize(24);
    assertThat(clients.sql("SELECT timeline_id FROM pg_control_checkpoint()")).isEqualTo("1");
  }

  private static void assertRefused(Clients clients, String user, String password) {
    assertThatThrownBy(() -> clients.sql(user, password, "SELECT 1"))
        .as("%s with the password '%s'", user, password)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isIn("28000", "28P01", "08004"));
  }

  /** All that holds a password or somebody's data, though the directory was open to others. */
  private void assertPrivate(EmbeddedServices services) throws IOException {
    assertThat(services.addressFile()).isEqualTo(directory.toRealPath().resolve("services.env"));
    for (String file :
        List.of(
            "services.env",
            "passwords/postgresql",
            "passwords/redis",
            "redis/redis.conf",
            "postgresql/pg_hba.conf")) {
      assertThat(modeOf(file)).as(file).isEqualTo("rw-------");
    }
    for (String folder : List.of("passwords", "redis", "postgresql", "logs", "run")) {
      assertThat(modeOf(folder)).as(folder).isEqualTo("rwx------");
    }
  }

  private String modeOf(String name) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(name)));
  }

  /** Others see the command line of every process; its environment they see on some systems. */
  private static void assertNotShownInProcesses(Clients clients) {
    List<ProcessHandle> children = ProcessHandle.current().descendants().toList();
    assertThat(children).hasSizeGreaterThanOrEqualTo(4);
    for (ProcessHandle child : children) {
      Path shown = Path.of("/proc", Long.toString(child.pid()));
      String words =
          child.info().commandLine().orElse("")
              + shown(shown.resolve("cmdline"))
              + shown(shown.resolve("environ"));
      assertThat(words)
          .doesNotContain(Clients.password(clients.database()), Clients.password(clients.redis()));
    }
  }

  /**
   * Returns the text of the file; empty on a system without {@code /proc} and for a process that
   * has ended.
   */
  private static String shown(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException ended) {
      return "";
    }
  }
}
