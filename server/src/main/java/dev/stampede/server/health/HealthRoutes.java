package dev.stampede.server.health;

import dev.stampede.server.auth.Access;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.RouteSet;
import dev.stampede.server.http.Routes;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** For orchestrators: restart me if I am not alive, send nobody to me if I am not ready. */
public final class HealthRoutes implements RouteSet {

  private final Health health;
  private final BooleanSupplier open;

  /**
   * The routes.
   *
   * @param open whether it is neither on its way up nor down
   */
  public HealthRoutes(Health health, BooleanSupplier open) {
    this.health = health;
    this.open = open;
  }

  @Override
  public void addTo(Routes routes) {
    routes
        .get("/health/live", Access.anyone(), request -> JsonAnswer.ok(Map.of("state", "up")))
        .get("/health/ready", Access.anyone(), request -> ready());
  }

  private Answer ready() {
    Readiness found = health.look();
    Readiness told =
        open.getAsBoolean() ? found : new Readiness(Readiness.NOT_READY, found.parts());
    return JsonAnswer.of(told.isUsable() ? 200 : 503, told);
  }
}
