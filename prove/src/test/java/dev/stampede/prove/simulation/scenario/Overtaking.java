package dev.stampede.prove.simulation.scenario;

import dev.stampede.lane.Decision;
import dev.stampede.prove.simulation.world.World;
import java.util.ArrayList;
import java.util.List;

/** A lane whose committer decides what stands behind a request that was carried over. */
public final class Overtaking extends LaneScenario {

  @Override
  LaneStore store(World world) {
    return new LaneStore(world) {
      @Override
      protected List<Decision<Integer>> decide(List<LaneRequest> group, int locked) {
        List<Decision<Integer>> decisions = new ArrayList<>();
        for (LaneRequest request : group) {
          decisions.add(
              world.dice().chance(locked)
                  ? new Decision.CarriedOver<>()
                  : new Decision.Decided<>(answer(request)));
        }
        return decisions;
      }
    };
  }
}
