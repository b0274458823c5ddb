package dev.stampede.prove.site;

import dev.stampede.chaos.deployment.ServerProcess;
import dev.stampede.crowd.Target;
import dev.stampede.embedded.LoneProcess;
import dev.stampede.testkit.TcpProxy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** One server of a site, with its links, its clients' ways to it and its clock. */
public final class SiteServer implements AutoCloseable {

  /** A server that is often started again is better off with code that is compiled once. */
  private static final List<String> JVM =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dstampede.rehearsal=0");

  private static final Duration STARTED_WITHIN = Duration.ofMinutes(2);
  private static final Duration STARTS_APART = Duration.ofSeconds(1);

  private final String name;
  private final ServerLinks links;
  private final ServerProcess process;
  private final TcpProxy clients;
  private final TcpProxy players;
  private final Optional<ServerClock> clock;
  private volatile ServerBuild build;

  private SiteServer(
      String name,
      ServerLinks links,
      ServerProcess process,
      TcpProxy players,
      Optional<ServerClock> clock,
      ServerBuild build) {
    this.name = name;
    this.links = links;
    this.process = process;
    this.clients = TcpProxy.to(process.target().address().getPort());
    this.players = players;
    this.clock = clock;
    this.build = build;
  }

  /**
   * Begins; {@link #awaitReady()} waits for it.
   *
   * @param settings that it shares with others
   */
  static SiteServer begin(
      int number,
      Path folder,
      SiteServices services,
      SiteOptions options,
      Map<String, String> settings) {
    String name = name(number);
    ServerLinks links = ServerLinks.open(name, services);
    Optional<ServerClock> clock =
        Optional.of(options)
            .filter(asked -> asked.parts().contains(SiteOptions.Part.CLOCKS))
            .flatMap(_ -> ServerClock.library())
            .map(library -> ServerClock.in(folder, library));
    int grpc = LoneProcess.freePort();
    Map<String, String> all = new HashMap<>(settings);
    all.putAll(links.settings(services));
    all.put("STAMPEDE_GRPC_PORT", Integer.toString(grpc));
    clock.ifPresent(own -> all.putAll(own.environment()));
    ServerBuild first = options.earlier().orElse(options.build());
    return new SiteServer(
        name, links, ServerProcess.begin(folder, all, jvm(first)), TcpProxy.to(grpc), clock, first);
  }

  /** The name of the server with this number, from 0. */
  public static String name(int number) {
    return "server-" + number;
  }

  private static List<String> jvm(ServerBuild build) {
    List<String> options = new ArrayList<>(build.options());
    options.addAll(JVM);
    return options;
  }

  public String name() {
    return name;
  }

  void awaitReady() {
    process.awaitReady();
  }

  /** The process; faults that end it start it again by {@link #startAgain()}. */
  public ServerProcess process() {
    return process;
  }

  /**
   * At the same ports and with the same build; returns when it is ready. A server whose start
   * fails, since a service is away just then, is started once more, as an orchestrator does.
   */
  public void startAgain() {
    long until = System.nanoTime() + STARTED_WITHIN.toNanos();
    while (true) {
      try {
        process.startAgain(jvm(build));
        return;
      } catch (AssertionError failed) {
        process.kill();
        if (System.nanoTime() - until > 0) {
          throw new AssertionError(
              "%s did not start within %s: %s".formatted(name, STARTED_WITHIN, failed.getMessage()),
              failed);
        }
        LockSupport.parkNanos(STARTS_APART.toNanos());
      }
    }
  }

  /** Stops it and starts another build in its place; returns when that is ready. */
  public void replaceBy(ServerBuild other) {
    process.stop();
    build = other;
    startAgain();
  }

  public ServerBuild build() {
    return build;
  }

  public Points points() {
    return links.points();
  }

  public NewsSwitch news() {
    return links.news();
  }

  /** Its links to services, and those of its clients and players to it. */
  public List<SiteLink> links() {
    List<SiteLink> all = new ArrayList<>(links.all());
    all.add(new SiteLink(name + "/clients", clients));
    all.add(new SiteLink(name + "/players", players));
    return all;
  }

  /** Its clock, where the site was asked for one and the library is installed. */
  public Optional<ServerClock> clock() {
    return clock;
  }

  void leadPostgresTo(int port) {
    links.leadPostgresTo(port);
  }

  /** The address that clients know. */
  Target clients() {
    return Target.loopback(clients.port());
  }

  /** The port that players know. */
  int players() {
    return players.port();
  }

  @Override
  public void close() {
    process.close();
    links.close();
    closed(clients);
    closed(players);
  }

  private void closed(TcpProxy proxy) {
    try {
      proxy.close();
    } catch (IOException e) {
      System.err.println("stampede prove: a link of %s was not closed: %s".formatted(name, e));
    }
  }
}
