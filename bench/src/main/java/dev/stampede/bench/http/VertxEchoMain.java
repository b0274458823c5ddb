package dev.stampede.bench.http;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import tools.jackson.databind.json.JsonMapper;

/** Vert.x as its manual has it: one server per core, the JSON handled on the event loop. */
final class VertxEchoMain {

  private static final JsonMapper MAPPER = JsonMapper.shared();

  private VertxEchoMain() {}

  public static void main(String[] args) {
    int port = Integer.parseInt(args[0]);
    DeploymentOptions perCore =
        new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors());
    Vertx vertx = Vertx.vertx();
    vertx
        .deployVerticle(() -> new Server(port), perCore)
        .onFailure(
            failure -> {
              failure.printStackTrace();
              System.exit(1);
            });
  }

  private static final class Server extends VerticleBase {

    private final int port;

    Server(int port) {
      this.port = port;
    }

    @Override
    public Future<?> start() {
      return vertx.createHttpServer().requestHandler(Server::route).listen(port, "127.0.0.1");
    }

    private static void route(HttpServerRequest request) {
      if (Echo.PATH.equals(request.path())) {
        request.bodyHandler(body -> echo(request, body));
      } else {
        request.response().setStatusCode(404).end();
      }
    }

    private static void echo(HttpServerRequest request, Buffer body) {
      byte[] answer = MAPPER.writeValueAsBytes(MAPPER.readTree(body.getBytes()));
      request.response().putHeader(HttpHeaders.CONTENT_TYPE, Echo.JSON).end(Buffer.buffer(answer));
    }
  }
}
