package dev.stampede.embedded;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** PostgreSQL with everything on that a real one has on: what it has acknowledged stays. */
final class PostgresRecipe implements Recipe {

  private final Path directory;
  private final Password password;
  private @Nullable PostgresBinaries binaries;
  private List<String> prefix = List.of();

  PostgresRecipe(DataDirectory data) {
    this.directory = data.path().resolve(ServiceKind.POSTGRESQL.fileName());
    this.password = Password.of(ServiceKind.POSTGRESQL, data);
  }

  @Override
  public ServiceKind service() {
    return ServiceKind.POSTGRESQL;
  }

  @Override
  public void prepare() {
    prefix = Unprivileged.prefix();
    PostgresBinaries unpacked =
        PostgresBinaries.unpacked(CacheDirectory.ofUser(), Platform.current());
    binaries = unpacked;
    PostgresCluster cluster = new PostgresCluster(directory, unpacked, prefix);
    cluster.createIfAbsent();
    cluster.clearPreviousRun();
    cluster.secure(password);
  }

  @Override
  public String version() {
    return requireNonNull(binaries, "not prepared").version();
  }

  @Override
  public String address(int port) {
    return "postgresql://%s@127.0.0.1:%d/%s"
        .formatted(PostgresAccess.ROLE, port, PostgresCluster.DATABASE);
  }

  @Override
  public String url(int port) {
    return "postgresql://%s:%s@127.0.0.1:%d/%s"
        .formatted(PostgresAccess.ROLE, password.value(), port, PostgresCluster.DATABASE);
  }

  @Override
  public ServiceCommand command(int port) {
    Path configuration = directory.resolve("postgresql.conf");
    try {
      Files.writeString(configuration, configuration(port));
    } catch (IOException e) {
      throw new EmbeddedException("cannot write " + configuration, e);
    }
    List<String> line = new ArrayList<>(prefix);
    line.add(requireNonNull(binaries, "not prepared").program("postgres"));
    line.addAll(List.of("-D", directory.toString()));
    return new ServiceCommand(line, directory, PostgresRecipe::adjust);
  }

  /** The process says so itself, in the file in which it keeps its number and state. */
  @Override
  public boolean ready(long pid, int port) {
    return PostmasterFile.of(directory)
        .filter(file -> file.pid() == pid && file.ready())
        .isPresent();
  }

  /**
   * The caller's settings for clients would change the server; macOS needs a locale that exists.
   */
  static void adjust(Map<String, String> variables) {
    variables.keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("LC_"));
    variables.put("LC_ALL", "C");
  }

  private static String configuration(int port) {
    return """
      # Written at every start; changes made here do not last.
      listen_addresses = '127.0.0.1'
      port = %d
      unix_socket_directories = ''
      max_connections = 150

      # A commit that was acknowledged survives a crash and a power cut.
      fsync = on
      full_page_writes = on
      synchronous_commit = on

      # For a laptop that runs everything else too.
      shared_buffers = 192MB
      work_mem = 8MB
      maintenance_work_mem = 64MB
      wal_buffers = 16MB
      max_wal_size = 1GB
      # Pieces of the log that were used once are used again: a new one is filled with zeros first,
      # and every commit waits for that.
      min_wal_size = 1GB
      jit = off
      max_parallel_workers_per_gather = 0
      autovacuum_naptime = 15s

      timezone = 'UTC'
      log_timezone = 'UTC'
      log_checkpoints = off
      log_line_prefix = '%%m [%%p] %%q%%a '
      """
        .formatted(port);
  }
}
