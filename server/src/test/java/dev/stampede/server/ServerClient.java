package dev.stampede.server;

import dev.stampede.server.auth.AuthSettings;
import dev.stampede.server.auth.Caller;
import dev.stampede.server.auth.DevelopmentIssuer;
import dev.stampede.server.auth.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;

/** A client of a server on this machine, with tokens for anybody. */
public abstract class ServerClient implements AutoCloseable {

  public static final String SECRET = "a secret of at least thirty-two bytes";

  /** No promise: the time that an answer may take on a busy machine. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HttpClient client = HttpClient.newHttpClient();
  private final DevelopmentIssuer issuer =
      new DevelopmentIssuer(new AuthSettings.Development(SECRET), Clock.systemUTC());

  /** The port that it listens on. */
  public abstract int port();

  public String token(String sub, Role... roles) {
    return issuer.issue(new Caller(sub, Set.of(roles)));
  }

  public HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
        .timeout(PATIENCE);
  }

  public HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  public HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(to(path));
  }

  public HttpResponse<String> post(String path, String json)
      throws IOException, InterruptedException {
    return send(
        to(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json)));
  }

  public HttpResponse<String> echo(String json) throws IOException, InterruptedException {
    return post("/api/v1/dev/echo", json);
  }

  public Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port());
    socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
    return socket;
  }

  @Override
  public void close() {
    client.close();
  }
}
