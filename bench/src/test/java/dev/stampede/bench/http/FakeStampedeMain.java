package dev.stampede.bench.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** Answers the calls that the benchmark makes of our server, so that its handling can be tested. */
final class FakeStampedeMain {

  private FakeStampedeMain() {}

  public static void main(String[] args) throws IOException {
    int port = Integer.parseInt(System.getenv("STAMPEDE_PORT"));
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/health/ready", exchange -> answer(exchange, "{}".getBytes(UTF_8)));
    server.createContext(
        "/api/v1/dev/tokens", exchange -> answer(exchange, "{\"token\":\"t\"}".getBytes(UTF_8)));
    server.createContext(
        Echo.PATH, exchange -> answer(exchange, exchange.getRequestBody().readAllBytes()));
    System.out.println("demo=" + System.getenv("STAMPEDE_DEMO"));
    server.start();
  }

  private static void answer(HttpExchange exchange, byte[] body) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", Echo.JSON);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
