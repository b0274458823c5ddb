package dev.stampede.prove.simulation.scenario;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.prove.simulation.world.World;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** A sale whose transactions read the rows and do not lock them. */
public final class LockingNothing extends ExpiryScenario {

  @Override
  ExpiryStore store(World world, int limit, List<Buyer> buyers) {
    return new ExpiryStore(world, limit, buyers) {
      @Override
      ReentrantLock lock(Object row) {
        return new ReentrantLock();
      }
    };
  }
}
