package dev.stampede.prove.simulation.scenario;

import dev.stampede.lane.Commit;
import dev.stampede.lane.Decision;
import dev.stampede.prove.simulation.world.World;
import java.time.Duration;
import java.util.List;

/** A lane whose committer answers, and commits a moment later. */
public final class AnsweringBeforeTheCommit extends LaneScenario {

  @Override
  LaneStore store(World world) {
    return new LaneStore(world) {
      @Override
      protected Commit<Integer> write(List<LaneRequest> group, List<Decision<Integer>> decisions) {
        world.after(Duration.ofMillis(1), () -> store(group, decisions));
        return new Commit.Done<>(decisions);
      }
    };
  }
}
