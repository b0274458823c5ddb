package dev.stampede.acceptance.storm;

import dev.stampede.acceptance.Command;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@code ./stampede serve} twice, on one database and one Redis, each a process of its own. */
final class TwoServerProcesses implements AutoCloseable {

  private static final int CONNECTIONS_EACH = 32;

  /** A crowd of thousands waits for these connections first, on a busy machine for long. */
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final TestDatabase database = TestServices.shared().freshDatabase();
  private final String keyPrefix = TestServices.shared().freshKeyPrefix();
  private final List<Command> commands = new ArrayList<>();
  private final List<Calls> calls = new ArrayList<>();

  private TwoServerProcesses() {}

  /** With these settings besides those that every server needs. */
  static TwoServerProcesses start(Path folder, Map<String, String> settings) {
    TwoServerProcesses servers = new TwoServerProcesses();
    Map<String, String> environment =
        new HashMap<>(TwoServers.environment(servers.database.url(), servers.keyPrefix));
    environment.putAll(settings);
    try {
      // One after the other: what has to be built is built by the first.
      for (int i = 0; i < 2; i++) {
        Command command = Command.stampede(folder, environment, "serve");
        servers.commands.add(command);
        int port = Integer.parseInt(command.line("listening on .*port (\\d+)").group(1));
        servers.calls.add(Calls.to(port, CONNECTIONS_EACH, TIMEOUT));
      }
      return servers;
    } catch (AssertionError | RuntimeException e) {
      servers.close();
      throw e;
    }
  }

  String databaseUrl() {
    return database.url();
  }

  String keyPrefix() {
    return keyPrefix;
  }

  /** One of the two servers, whatever the number. */
  Calls at(int number) {
    return calls.get(number & 1);
  }

  @Override
  public void close() {
    calls.forEach(Calls::close);
    commands.forEach(Command::close);
    database.close();
  }
}
