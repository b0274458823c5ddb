package dev.stampede.cli;

import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.draw.DrawStore;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The pages of one show's proof, from one server, over HTTP. */
final class ProofPages implements AutoCloseable {

  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);
  private static final Duration PAGE_WITHIN = Duration.ofSeconds(30);

  /** Of one page, when the server asks to come back later. */
  private static final int MAX_TRIES = 6;

  private static final Duration MAX_PAUSE = Duration.ofSeconds(10);

  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(CONNECT_WITHIN)
          .followRedirects(HttpClient.Redirect.NORMAL)
          .build();
  private final URI server;
  private final ShowId show;

  ProofPages(URI server, ShowId show) {
    this.server = server;
    this.show = show;
  }

  ProofPage first() throws InterruptedException {
    return page("");
  }

  ProofPage after(String cursor) throws InterruptedException {
    return page("&cursor=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8));
  }

  private ProofPage page(String query) throws InterruptedException {
    String base = server.toString();
    URI address =
        URI.create(
            "%s/api/v1/shows/%s/queue/proof?limit=%d%s"
                .formatted(
                    base.endsWith("/") ? base.substring(0, base.length() - 1) : base,
                    show,
                    DrawStore.MAX_PAGE,
                    query));
    for (int tries = 1; ; tries++) {
      HttpResponse<byte[]> answer = get(address);
      switch (answer.statusCode()) {
        case 200 -> {
          return ProofPage.read(answer.body());
        }
        case 404 ->
            throw CannotCheckException.wrongUse(
                "%s has no proof for show %s: there is no such show, or nothing is drawn in it"
                    .formatted(server, show));
        case 429, 503 -> {
          if (tries == MAX_TRIES) {
            throw CannotCheckException.notProven(
                "%s was too busy %d times; try again later".formatted(server, tries));
          }
          pause(answer);
        }
        default ->
            throw CannotCheckException.notProven(
                "%s answered %d; no check is possible".formatted(address, answer.statusCode()));
      }
    }
  }

  private HttpResponse<byte[]> get(URI address) throws InterruptedException {
    try {
      return client.send(
          HttpRequest.newBuilder(address).timeout(PAGE_WITHIN).build(), BodyHandlers.ofByteArray());
    } catch (IOException | IllegalArgumentException e) {
      throw CannotCheckException.wrongUse(
          "%s does not answer (%s); is --server right?".formatted(server, e));
    }
  }

  /** As long as the server asks, within reason. */
  private static void pause(HttpResponse<byte[]> answer) {
    long seconds =
        answer
            .headers()
            .firstValue("Retry-After")
            .filter(text -> text.matches("[0-9]{1,4}"))
            .map(Long::parseLong)
            .orElse(1L);
    CompletableFuture.runAsync(
            () -> {},
            CompletableFuture.delayedExecutor(
                Math.min(seconds, MAX_PAUSE.toSeconds()), TimeUnit.SECONDS))
        .join();
  }

  @Override
  public void close() {
    client.close();
  }
}
