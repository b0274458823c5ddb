package dev.stampede.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.embedded.LoneProcess;
import dev.stampede.testkit.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A real nginx in front of a server, configured as {@code compose.yaml} or a test has it. */
final class Nginx implements AutoCloseable {

  private final Command process;
  private final int port;

  private Nginx(Command process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts it; where there is none the test is skipped and says so. The names that only Docker
   * knows become addresses of this machine, and nothing else is changed.
   */
  static Nginx start(Path folder, String site, int server) throws IOException {
    Path program =
        installed()
            .orElseGet(
                () ->
                    Assumptions.<Path>abort(
                        "nginx was not run: it is neither on the PATH nor in acceptance/target/nginx"));
    int port = LoneProcess.freePort();
    Files.writeString(
        folder.resolve("site.conf"),
        site.replace("server stampede:8080;", "server 127.0.0.1:%d;".formatted(server))
            .replace("listen 80;", "listen 127.0.0.1:%d;".formatted(port)),
        UTF_8);
    Files.writeString(
        folder.resolve("nginx.conf"),
        """
        daemon off;
        master_process off;
        pid nginx.pid;
        error_log stderr;
        events {}
        http {
          access_log off;
          client_body_temp_path body;
          proxy_temp_path proxy;
          fastcgi_temp_path fastcgi;
          uwsgi_temp_path uwsgi;
          scgi_temp_path scgi;
          include site.conf;
        }
        """,
        UTF_8);
    Command process =
        Command.start(
            folder,
            Map.of(),
            List.of(program.toString(), "-p", folder + "/", "-c", "nginx.conf", "-e", "stderr"));
    Nginx nginx = new Nginx(process, port);
    Eventually.within(Duration.ofSeconds(30)).until("nginx listens", nginx::isListening);
    return nginx;
  }

  private static Optional<Path> installed() {
    return Stream.concat(
            Stream.of(System.getenv("PATH").split(":", -1)).map(Path::of),
            Stream.of(
                Path.of("/usr/sbin"), Repository.ROOT.resolve("acceptance/target/nginx/usr/sbin")))
        .map(place -> place.resolve("nginx"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private boolean isListening() {
    try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  int port() {
    return port;
  }

  @Override
  public void close() {
    process.close();
  }
}
