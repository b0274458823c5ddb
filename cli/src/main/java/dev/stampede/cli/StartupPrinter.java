package dev.stampede.cli;

import dev.stampede.embedded.ServiceKind;
import dev.stampede.embedded.ServiceListener;
import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.Show;
import dev.stampede.server.Main;
import dev.stampede.server.auth.AuthSettings;
import dev.stampede.server.auth.Caller;
import dev.stampede.server.auth.DevelopmentIssuer;
import dev.stampede.server.auth.Role;
import dev.stampede.server.config.Settings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Prints a line for each service while the deployment starts, then the addresses to open. */
final class StartupPrinter implements ServiceListener {

  private static final Buyer BUYER = new Buyer("alice");

  private final PrintStream out;
  private final long startNanos = System.nanoTime();

  StartupPrinter(PrintStream out) {
    this.out = out;
  }

  /** Names the file, since what is printed here may be seen or kept by others. */
  void addresses(Path file) {
    line("✓", "addresses", "with their passwords in " + file, "");
  }

  /** Runs the last step of the start and says how long it took. */
  <T> T starting(String what, Supplier<T> step) {
    long before = System.nanoTime();
    T result = step.get();
    line("✓", what, "ready", seconds(Duration.ofNanos(System.nanoTime() - before)));
    return result;
  }

  void ready(Main server, Settings settings, Optional<Up.DemoShows> demo) {
    String base = base(server);
    out.println();
    out.printf(
        "Stampede is up after %s.%n", seconds(Duration.ofNanos(System.nanoTime() - startNanos)));
    out.println();
    link("pages", base + "/");
    link("console", base + "/console");
    link("API browser", base + "/docs");
    link("health", base + "/health/ready");
    link("metrics", base + "/metrics");
    link("matchmaker", "localhost:" + server.grpcPort() + "  (gRPC, openmatch.FrontendService)");
    demo.ifPresent(
        shows -> {
          link("on sale", named(base, shows.oneNight()));
          link("with a line", named(base, shows.rush()));
        });
    if (settings.auth() instanceof AuthSettings.Development development) {
      DevelopmentIssuer issuer = new DevelopmentIssuer(development, InstantSource.system());
      String buyer = issuer.issue(new Caller(BUYER.sub(), Set.of(Role.BUYER)));
      tokens(buyer, issuer.issue(new Caller("olga", Set.of(Role.OPERATOR))));
      demo.ifPresent(shows -> curl(base, shows.oneNight(), buyer, server.demo().fill(BUYER)));
    }
    if (!settings.matching().profiles().isEmpty()) {
      match(server);
    }
    out.println();
    out.println("Ctrl-C stops everything; data stays in " + settings.local().data() + ".");
    out.flush();
  }

  void crowd(Main server, Show show, int buyers) {
    out.println();
    out.printf(
        Locale.ROOT, "%,d simulated buyers are on their way to \"%s\".%n", buyers, show.name());
    link("in line", base(server) + path(show) + "  (stand among them)");
    link("watch", base(server) + "/console" + path(show) + "  (and run the sale)");
    out.flush();
  }

  private void tokens(String buyer, String operator) {
    out.println();
    out.println(
        "WARNING: no AUTH_SECRET or AUTH_JWKS is set, so a development issuer gives anyone on this");
    out.println("machine any role. It listens on loopback alone. Never run a sale like this.");
    out.println();
    out.println("a buyer's token (alice):      " + buyer);
    out.println("an operator's token (olga):   " + operator);
  }

  private void curl(String base, Show show, String token, long points) {
    out.println();
    out.printf(Locale.ROOT, "Buy the best two seats (%s has %,d points):%n", BUYER, points);
    out.printf(
        "  curl -s %s/api/v1/bookings -H 'Content-Type: application/json' -H 'Authorization: Bearer %s' -d '{\"showId\":\"%s\",\"best\":{\"quantity\":2}}'%n",
        base, token, show.id());
  }

  private void match(Main server) {
    out.println();
    out.println("Ask for a match, twice, and then for either ticket (GetTicket): it says where:");
    out.printf(
        "  grpcurl -plaintext -d '{\"ticket\":{}}' localhost:%d openmatch.FrontendService/CreateTicket%n",
        server.grpcPort());
  }

  private static String base(Main server) {
    return "http://localhost:" + server.port();
  }

  private static String named(String base, Show show) {
    return base + path(show) + "  (" + show.name() + ")";
  }

  private static String path(Show show) {
    return "/shows/" + show.id();
  }

  @Override
  public void starting(ServiceKind service) {
    line("…", name(service), "starting", "");
  }

  @Override
  public void started(ServiceKind service, String version, String address, Duration took) {
    line("✓", name(service), version + " at " + address, seconds(took));
  }

  @Override
  public void died(ServiceKind service, int exitCode, String lastLines) {
    line("✗", name(service), "died (exit code " + exitCode + "), restarting; its last lines:", "");
    lastLines.lines().forEach(words -> out.println("      " + words));
  }

  @Override
  public void restarted(ServiceKind service, Duration took) {
    line("✓", name(service), "is back", seconds(took));
  }

  @Override
  public void gaveUp(ServiceKind service, String reason) {
    line("✗", name(service), "stays down: " + reason, "");
  }

  @Override
  public void stopped(ServiceKind service) {
    line("■", name(service), "stopped", "");
  }

  private synchronized void line(String mark, String what, String words, String took) {
    out.printf("  %s %-10s  %s%s%n", mark, what, words, took.isEmpty() ? "" : "  (" + took + ")");
    out.flush();
  }

  private void link(String what, String address) {
    out.printf("  %-12s  %s%n", what, address);
  }

  private static String name(ServiceKind service) {
    return switch (service) {
      case POSTGRESQL -> "PostgreSQL";
      case REDIS -> "Redis";
      case KAFKA -> "Kafka";
    };
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
  }
}
