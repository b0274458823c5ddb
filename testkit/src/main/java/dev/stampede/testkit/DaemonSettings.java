package dev.stampede.testkit;

import dev.stampede.embedded.ServiceKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The settings of a daemon: where it is known, what it runs, how long it lives without a lease. */
record DaemonSettings(Path home, Set<ServiceKind> services, Duration idleLimit) {

  static DaemonSettings parse(String[] arguments) {
    Set<ServiceKind> services = EnumSet.noneOf(ServiceKind.class);
    Arrays.stream(arguments).skip(2).map(ServiceKind::valueOf).forEach(services::add);
    return new DaemonSettings(
        Path.of(arguments[0]), services, Duration.ofMillis(Long.parseLong(arguments[1])));
  }

  List<String> arguments() {
    return Stream.concat(
            Stream.of(home.toString(), Long.toString(idleLimit.toMillis())),
            services.stream().map(ServiceKind::name))
        .collect(Collectors.toList());
  }

  Path lockFile() {
    return home.resolve("lock");
  }

  Path recordFile() {
    return home.resolve("daemon.properties");
  }

  Path logFile() {
    return home.resolve("daemon.log");
  }
}
