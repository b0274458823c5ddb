package dev.stampede.cli;

import dev.stampede.embedded.DataDirectory;
import dev.stampede.embedded.EmbeddedException;
import dev.stampede.embedded.EmbeddedServices;
import dev.stampede.embedded.ServiceKind;
import dev.stampede.engine.show.Show;
import dev.stampede.server.Main;
import dev.stampede.server.auth.AuthSettings;
import dev.stampede.server.config.ExternalService;
import dev.stampede.server.config.Mode;
import dev.stampede.server.config.Settings;
import dev.stampede.server.config.SettingsSource;
import dev.stampede.server.demo.Demo;
import dev.stampede.server.demo.DemoCrowd;
import dev.stampede.server.failure.ServerException;
import dev.stampede.server.http.HttpServer;
import dev.stampede.server.logging.Logging;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The whole product on one machine: what is not configured is embedded, then the server. */
@Command(
    name = "up",
    description = "Start everything on this machine: embedded services, then the server.",
    mixinStandardHelpOptions = true)
final class Up implements Callable<Integer> {

  /** Read by hand, so that whatever is wrong with it is told in one line. */
  @Option(
      names = "--crowd",
      paramLabel = "N",
      arity = "0..1",
      fallbackValue = "",
      description = "Send N simulated buyers (1..10000) to the demo show with a waiting room.")
  private @Nullable String crowd;

  private static final Map<ExternalService, ServiceKind> EMBEDDED =
      new EnumMap<>(
          Map.of(
              ExternalService.DATABASE, ServiceKind.POSTGRESQL,
              ExternalService.REDIS, ServiceKind.REDIS,
              ExternalService.KAFKA, ServiceKind.KAFKA));

  /** Takes the place of an address not known yet, so that all settings are checked beforehand. */
  private static final Map<ExternalService, String> TO_BE_KNOWN =
      new EnumMap<>(
          Map.of(
              ExternalService.DATABASE, "postgresql://to-be-known/stampede",
              ExternalService.REDIS, "redis://to-be-known",
              ExternalService.KAFKA, "to-be-known:1"));

  private final Terminal terminal;

  Up(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    Logging.text();
    SettingsSource source = SettingsSource.of(terminal.environment());
    Settings checked = Settings.read(with(source, TO_BE_KNOWN), Mode.UP);
    OptionalInt buyers = crowd == null ? OptionalInt.empty() : buyers(crowd, checked);
    StartupPrinter console = new StartupPrinter(terminal.out());
    UntilStopped running = new UntilStopped();
    try {
      HttpServer.requireFree(checked.http()); // before services are started in vain
      Map<ExternalService, String> addresses = embed(source, checked, running, console);
      Settings settings = Settings.read(with(source, addresses), Mode.UP);
      HttpDemoCrowd rush = new HttpDemoCrowd();
      Main server =
          console.starting(
              "server",
              () ->
                  running.add(
                      Main.start(
                          settings,
                          canHaveCrowd(settings) ? rush : null,
                          RehearsingBuyers.ifWanted())));
      Optional<DemoShows> demo =
          settings.local().demo()
              ? Optional.of(DemoShows.of(server.demo(), buyers.isPresent()))
              : Optional.empty();
      console.ready(server, settings, demo);
      if (demo.isPresent() && buyers.isPresent()) {
        rush.start(server.port(), demo.get().rush().id(), buyers.getAsInt());
        console.crowd(server, demo.get().rush(), buyers.getAsInt());
      }
    } catch (EmbeddedException | ServerException e) {
      throw new CannotStartException(e);
    }
    return running.await();
  }

  /** The shows that a newcomer finds. */
  record DemoShows(Show oneNight, Show rush) {

    static DemoShows of(Demo demo, boolean crowded) {
      return new DemoShows(demo.show(), crowded ? demo.newRush() : demo.rush());
    }
  }

  /** Its people get their tokens from the development issuer, and it is no part of a real sale. */
  private static boolean canHaveCrowd(Settings settings) {
    return settings.local().demo() && settings.auth() instanceof AuthSettings.Development;
  }

  private static OptionalInt buyers(String crowd, Settings settings) {
    if (!crowd.matches("[0-9]{1,5}") || !isSize(Integer.parseInt(crowd))) {
      throw new CannotStartException(
          "--crowd is '%s'; set 1..%d".formatted(crowd, DemoCrowd.MAX_BUYERS));
    }
    if (!canHaveCrowd(settings)) {
      throw new CannotStartException(
          "--crowd needs the demo and the development issuer; unset STAMPEDE_DEMO, AUTH_SECRET and AUTH_JWKS, or start without it");
    }
    return OptionalInt.of(Integer.parseInt(crowd));
  }

  private static boolean isSize(int buyers) {
    return buyers >= 1 && buyers <= DemoCrowd.MAX_BUYERS;
  }

  private static Map<ExternalService, String> embed(
      SettingsSource source, Settings checked, UntilStopped running, StartupPrinter console) {
    Set<ServiceKind> wanted = EnumSet.noneOf(ServiceKind.class);
    Arrays.stream(ExternalService.values())
        .filter(service -> !service.isConfiguredIn(source))
        .forEach(service -> wanted.add(EMBEDDED.get(service)));
    Map<ExternalService, String> addresses = new EnumMap<>(ExternalService.class);
    if (wanted.isEmpty()) {
      return addresses;
    }
    DataDirectory data = running.add(DataDirectory.open(checked.local().data()));
    EmbeddedServices services = running.add(EmbeddedServices.start(data, wanted, console));
    console.addresses(checked.local().data().resolve(services.addressFile().getFileName()));
    for (ServiceKind service : wanted) {
      switch (service) {
        case POSTGRESQL -> addresses.put(ExternalService.DATABASE, services.databaseUrl());
        case REDIS -> addresses.put(ExternalService.REDIS, services.redisUrl());
        case KAFKA -> addresses.put(ExternalService.KAFKA, services.kafkaBootstrapServers());
      }
    }
    return addresses;
  }

  private static SettingsSource with(
      SettingsSource source, Map<ExternalService, String> addresses) {
    SettingsSource result = source;
    for (Map.Entry<ExternalService, String> address : addresses.entrySet()) {
      if (!address.getKey().isConfiguredIn(source)) {
        result = result.withDefault(address.getKey().addressSetting(), address.getValue());
      }
    }
    return result;
  }
}
