package dev.stampede.server.http;

/** The routes that one feature offers. */
@FunctionalInterface
public interface RouteSet {

  void addTo(Routes routes);
}
