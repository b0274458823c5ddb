package dev.stampede.server.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.server.auth.Access;
import dev.stampede.server.http.Document;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;

/** The page that Prometheus scrapes. */
public final class MetricsRoutes implements RouteSet {

  private static final String TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

  private final Metrics metrics;

  public MetricsRoutes(Metrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public void addTo(Routes routes) {
    routes.get(
        "/metrics",
        Access.anyone(),
        request -> Document.data(TEXT_FORMAT, metrics.text().getBytes(UTF_8)));
  }
}
