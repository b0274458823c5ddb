package dev.stampede.server.logging;

import dev.stampede.engine.claim.layer.RefusalLog;
import dev.stampede.server.auth.Access;
import dev.stampede.server.auth.Role;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.Fields;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Request;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Switches this server's additional logging while it runs. A restart forgets it. */
public final class LoggingRoutes implements RouteSet {

  private static final String LOGGING = "/api/v1/logging";
  private static final Access OPERATOR = Access.requires(Role.OPERATOR);
  private static final Logger log = LoggerFactory.getLogger(LoggingRoutes.class);

  private final Supplier<String> server;
  private final RefusalLog refusals;

  public LoggingRoutes(Supplier<String> server, RefusalLog refusals) {
    this.server = server;
    this.refusals = refusals;
  }

  /** The name of the server, and whether it explains each refused claim. */
  record LoggingReply(String server, boolean refusals) {}

  @Override
  public void addTo(Routes routes) {
    routes.get(LOGGING, OPERATOR, _ -> current()).patch(LOGGING, OPERATOR, this::change);
  }

  private Answer change(Request request) {
    Fields body = Fields.of(request.mergePatch()).knowing(Set.of("refusals"));
    Optional<Boolean> wanted = body.flag("refusals").required();
    body.requireGood();
    refusals.set(wanted.orElseThrow());
    log.info("refused claims are {}explained in the log", refusals.isOn() ? "" : "no longer ");
    return current();
  }

  private Answer current() {
    return JsonAnswer.ok(new LoggingReply(server.get(), refusals.isOn()));
  }
}
