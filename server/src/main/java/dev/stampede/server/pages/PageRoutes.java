package dev.stampede.server.pages;

import dev.stampede.server.auth.Access;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import java.util.List;

/**
 * Serves the pages of buyers and operators: every address of either answers with the same document,
 * whose modules show what the address says. So any of them can be reloaded, kept and passed on.
 */
public final class PageRoutes implements RouteSet {

  /** The addresses that the buyers' pages know, as their own {@code routes.js} does. */
  public static final List<String> ADDRESSES =
      List.of(
          "/",
          "/shows/{id}",
          "/shows/{id}/wait",
          "/shows/{id}/seats",
          "/holds/{id}",
          "/bookings",
          "/bookings/{id}",
          "/wallet");

  /** Those of the operators' console, as {@code console-routes.js} has them. */
  public static final List<String> CONSOLE_ADDRESSES =
      List.of("/console", "/console/new", "/console/shows/{id}", "/console/buyers/{id}");

  /** One route for all files; the edition in it lets browsers keep them for good. */
  public static final String FILES = "/assets/{edition}/{file}";

  private final PageFiles files = new PageFiles();

  @Override
  public void addTo(Routes routes) {
    for (String address : ADDRESSES) {
      routes.get(address, Access.anyone(), files.document());
    }
    for (String address : CONSOLE_ADDRESSES) {
      routes.get(address, Access.anyone(), files.console());
    }
    routes.get(FILES, Access.anyone(), files);
  }
}
