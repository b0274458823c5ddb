package dev.stampede.cli;

import dev.stampede.embedded.DataDirectory;
import dev.stampede.embedded.EmbeddedException;
import dev.stampede.embedded.EmbeddedServices;
import dev.stampede.embedded.Service;
import dev.stampede.engine.show.Show;
import dev.stampede.server.Main;
import dev.stampede.server.ServerException;
import dev.stampede.server.config.ExternalService;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.Source;
import dev.stampede.server.logging.Logging;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** The whole house on one machine: what is not configured is embedded, then the server. */
@Command(
    name = "up",
    description = "Start everything on this machine: embedded services, then the server.",
    mixinStandardHelpOptions = true)
final class Up implements Callable<Integer> {

  private static final Map<ExternalService, Service> EMBEDDED =
      new EnumMap<>(
          Map.of(
              ExternalService.DATABASE, Service.POSTGRESQL,
              ExternalService.REDIS, Service.REDIS,
              ExternalService.KAFKA, Service.KAFKA));

  /** Takes the place of an address not known yet, so that all settings are checked beforehand. */
  private static final Map<ExternalService, String> TO_BE_KNOWN =
      new EnumMap<>(
          Map.of(
              ExternalService.DATABASE, "postgresql://to-be-known/stampede",
              ExternalService.REDIS, "redis://to-be-known",
              ExternalService.KAFKA, "to-be-known:1"));

  @Override
  public Integer call() throws InterruptedException {
    Logging.text();
    Source source = Source.of(System.getenv());
    Settings checked = Settings.read(with(source, TO_BE_KNOWN), Mode.UP);
    Console console = new Console(System.out);
    UntilStopped running = new UntilStopped();
    try {
      Map<ExternalService, String> addresses = embed(source, checked, running, console);
      Settings settings = Settings.read(with(source, addresses), Mode.UP);
      Main server = console.starting("server", () -> running.add(Main.start(settings)));
      Optional<Show> demo =
          settings.local().demo() ? Optional.of(server.demo().show()) : Optional.empty();
      console.ready(server, settings, demo);
    } catch (EmbeddedException | ServerException e) {
      throw new CannotStartException(e);
    }
    return running.await();
  }

  private static Map<ExternalService, String> embed(
      Source source, Settings checked, UntilStopped running, Console console) {
    Set<Service> wanted = EnumSet.noneOf(Service.class);
    Arrays.stream(ExternalService.values())
        .filter(service -> !service.isConfiguredIn(source))
        .forEach(service -> wanted.add(EMBEDDED.get(service)));
    Map<ExternalService, String> addresses = new EnumMap<>(ExternalService.class);
    if (wanted.isEmpty()) {
      return addresses;
    }
    DataDirectory data = running.add(DataDirectory.open(checked.local().data()));
    EmbeddedServices services = running.add(EmbeddedServices.start(data, wanted, console));
    for (Service service : wanted) {
      switch (service) {
        case POSTGRESQL -> addresses.put(ExternalService.DATABASE, services.databaseUrl());
        case REDIS -> addresses.put(ExternalService.REDIS, services.redisUrl());
        case KAFKA -> addresses.put(ExternalService.KAFKA, services.kafkaBootstrapServers());
      }
    }
    return addresses;
  }

  private static Source with(Source source, Map<ExternalService, String> addresses) {
    Source result = source;
    for (Map.Entry<ExternalService, String> address : addresses.entrySet()) {
      if (!address.getKey().isConfiguredIn(source)) {
        result = result.withDefault(address.getKey().addressSetting(), address.getValue());
      }
    }
    return result;
  }
}
