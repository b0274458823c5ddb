package dev.stampede.prove.simulation.scenario;

import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.LineExit;
import dev.stampede.prove.simulation.world.World;
import java.util.List;

/** A record of the line that takes departures from a line that is lost by now. */
public final class ForgettingTheEpoch extends LineScenario {

  @Override
  LineJournalModel journal(World world, LineWatch watch) {
    return new LineJournalModel(world, watch) {
      @Override
      void requireCurrent(ShowId show, List<LineExit> places) {}
    };
  }
}
