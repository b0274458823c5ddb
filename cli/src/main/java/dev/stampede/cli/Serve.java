package dev.stampede.cli;

import dev.stampede.server.Main;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsSource;
import dev.stampede.server.failure.ServerException;
import dev.stampede.server.logging.Logging;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** The server alone, for production: no embedded services, no demo, no development issuer. */
@Command(
    name = "serve",
    description =
        "Start the server alone, for production; docs/configuration.md lists the settings.",
    mixinStandardHelpOptions = true)
final class Serve implements Callable<Integer> {

  private final Terminal terminal;

  Serve(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    Logging.json();
    Settings settings = Settings.read(SettingsSource.of(terminal.environment()), Mode.SERVE);
    UntilStopped running = new UntilStopped();
    running.add(start(settings));
    return running.await();
  }

  private static Main start(Settings settings) {
    try {
      return Main.start(settings, null, RehearsingBuyers.ifWanted());
    } catch (ServerException e) {
      throw new CannotStartException(e);
    }
  }
}
