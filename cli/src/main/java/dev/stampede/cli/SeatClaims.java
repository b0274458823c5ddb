package dev.stampede.cli;

import dev.stampede.crowd.BuyerScript;
import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Target;
import dev.stampede.server.RehearsalCrowd.Stage;
import org.jspecify.annotations.Nullable;

/** Claims each seat of a section once, as one buyer after the other; for one event loop. */
final class SeatClaims implements BuyerScript {

  private final Target target;
  private final Stage stage;
  private int next;

  SeatClaims(Stage stage) {
    this.target = Target.loopback(stage.port());
    this.stage = stage;
  }

  @Override
  public @Nullable RenderedRequest next() {
    if (next == stage.rows() * stage.seatsPerRow()) {
      return null;
    }
    int seat = next++;
    String label =
        stage.section()
            + '-'
            + (seat / stage.seatsPerRow() + 1)
            + '-'
            + (seat % stage.seatsPerRow() + 1);
    return target
        .post(stage.holds(), "{\"seats\":[\"" + label + "\"]}")
        .with("Authorization", "Bearer " + stage.tokens().get(seat % stage.tokens().size()));
  }
}
