package dev.stampede.server.claim;

import dev.stampede.engine.claim.ShownPass;
import dev.stampede.engine.claim.ShownPass.Flaw;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.waitingroom.Pass;
import dev.stampede.engine.waitingroom.Passes;
import dev.stampede.server.http.Request;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Reads the pass of a request without I/O: whether it is ours, the caller's, of this show, and not
 * expired. All else about the pass is decided with the claim, which checks the expiry once more.
 */
public final class PassHeader {

  static final String NAME = "Stampede-Pass";

  private final Passes passes;
  private final InstantSource clock;

  /**
   * Reads passes.
   *
   * @param clock about the database's time
   */
  public PassHeader(Passes passes, InstantSource clock) {
    this.passes = passes;
    this.clock = clock;
  }

  /**
   * Reads the pass that the request shows.
   *
   * @param show the show as this process knows it: whether its room is on may be outdated. So a
   *     good pass is accepted wherever it is shown, and anything else counts only where a pass is
   *     needed.
   */
  public ShownPass read(Request request, Show show) {
    Optional<ShownPass> shown =
        request.singleHeader(NAME).map(token -> judged(token, request.caller().sub(), show));
    if (shown.isPresent() && shown.get() instanceof ShownPass.Good) {
      return shown.get();
    }
    return show.settings().needsPass()
        ? shown.orElseGet(ShownPass.Missing::new)
        : new ShownPass.NotAsked();
  }

  private ShownPass judged(String token, String caller, Show show) {
    Optional<Pass> opened = passes.open(token);
    if (opened.isEmpty()) {
      return new ShownPass.Unusable(Flaw.FORGED);
    }
    Pass pass = opened.get();
    if (!pass.buyer().sub().equals(caller)) {
      return new ShownPass.Unusable(Flaw.ANOTHER_BUYERS);
    }
    if (!pass.show().equals(show.id())) {
      return new ShownPass.Unusable(Flaw.ANOTHER_SHOWS);
    }
    return clock.instant().isBefore(pass.expiresAt())
        ? new ShownPass.Good(pass.number(), pass.expiresAt())
        : new ShownPass.Unusable(Flaw.EXPIRED);
  }
}
