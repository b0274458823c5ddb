package dev.stampede.bench.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import tools.jackson.databind.json.JsonMapper;

/** The peer with the bar: Helidon SE and nothing else, a virtual thread per connection. */
final class HelidonEchoMain {

  private static final JsonMapper MAPPER = JsonMapper.shared();

  private HelidonEchoMain() {}

  public static void main(String[] args) {
    WebServer.builder()
        .host("127.0.0.1")
        .port(Integer.parseInt(args[0]))
        .routing(routing -> routing.post(Echo.PATH, HelidonEchoMain::echo))
        .build()
        .start();
  }

  private static void echo(ServerRequest request, ServerResponse response) {
    byte[] body = request.content().as(byte[].class);
    response.header(HeaderNames.CONTENT_TYPE, Echo.JSON);
    response.send(MAPPER.writeValueAsBytes(MAPPER.readTree(body)));
  }
}
