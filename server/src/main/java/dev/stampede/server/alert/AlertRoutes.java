package dev.stampede.server.alert;

import dev.stampede.engine.alert.Alert;
import dev.stampede.engine.alert.AlertStore;
import dev.stampede.engine.alert.AlertStore.Listed;
import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Role;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.PageRequest;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves operators the alerts that fired on any server. While the database is unavailable, which is
 * when operators look, it serves the alerts that this server itself knows.
 */
public final class AlertRoutes implements RouteSet {

  private static final String ALERTS = "/api/v1/alerts";
  private static final Logger log = LoggerFactory.getLogger(AlertRoutes.class);

  /** As many digits as a long can surely hold. */
  private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,17}");

  private final AlertStore store;
  private final Supplier<List<Alert>> own;

  public AlertRoutes(AlertStore store, Supplier<List<Alert>> own) {
    this.store = store;
    this.own = own;
  }

  @Override
  public void addTo(Routes routes) {
    routes.get(ALERTS, Access.requires(Role.OPERATOR), this::list);
  }

  private Answer list(Request request) {
    PageRequest wanted = PageRequest.of(request);
    Optional<String> cursor = wanted.cursor();
    if (cursor.isPresent() && !ID.matcher(cursor.get()).matches()) {
      return PageRequest.badCursor();
    }
    Optional<String> state = request.query("state");
    if (state.isPresent() && !state.get().equals(AlertReply.FIRING)) {
      return Problem.invalidField(
          "state", "state is not 'firing'; give firing, or leave state out for all");
    }
    return JsonAnswer.ok(page(wanted, cursor.map(Long::parseLong), state.isPresent()));
  }

  private AlertsReply page(PageRequest wanted, Optional<Long> below, boolean onlyFiring) {
    List<Listed> found;
    try {
      found = store.list(below.orElse(Long.MAX_VALUE), wanted.limit() + 1, onlyFiring);
    } catch (RuntimeException away) {
      log.debug("alerts are told from memory", away);
      return AlertsReply.ofThisServer(
          below.isPresent() ? List.of() : own.get(), wanted.limit(), onlyFiring);
    }
    return AlertsReply.ofAll(found, wanted.limit());
  }
}
