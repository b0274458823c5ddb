package dev.stampede.prove.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.prove.simulation.loading.Patch;
import dev.stampede.prove.simulation.world.BrokenPromise;
import dev.stampede.prove.simulation.world.SimulationOutcome;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Bugs in the product's classes and scripts, and in the stores beside them, each alone: the
 * simulation names the promise that each of them breaks.
 */
final class SimulatedBugsTest {

  private static final long MOST_SEEDS = 3_000;
  private static final String SCENARIOS = "dev.stampede.prove.simulation.scenario.";

  @Test
  void aCallerThatGivesUpWithoutLookingIsFound() {
    finds(
        SimulatedPart.LANE.simulation(
            new BytecodePatch("dev/stampede/lane/LaneEntry", "giveUp").alwaysSwaps()),
        "a caller told of no effect has none");
  }

  @Test
  void anAnswerBeforeTheCommitIsFound() {
    finds(of("AnsweringBeforeTheCommit"), "an answer comes after its commit");
  }

  @Test
  void aRequestThatOvertakesIsFound() {
    finds(of("Overtaking"), "of requests in order none is written behind one that was not");
  }

  @Test
  void aReleaseThatDoesNotAskWhoseTheLockIsIsFound() {
    finds(
        SimulatedPart.LOCKS.simulation(
            text(
                "dev/stampede/locks/release.lua",
                "if redis.call('GET', KEYS[i]) == ARGV[5] then",
                "if redis.call('GET', KEYS[i]) then")),
        "one holder at a time");
  }

  @Test
  void aConfirmationThatDoesNotAskWhoseTheLockIsIsFound() {
    finds(
        SimulatedPart.LOCKS.simulation(
            text(
                "dev/stampede/locks/extend.lua",
                "if redis.call('GET', KEYS[i]) ~= ARGV[5] then",
                "if not redis.call('GET', KEYS[i]) then")),
        "one holder at a time");
  }

  @Test
  void aDecisionByRowsThatWereNotLockedIsFound() {
    finds(of("LockingNothing"), "the versions of a seat are dense");
  }

  @Test
  void aHoldThatEndsWithoutLookingAtItsSeatsIsFound() {
    finds(
        SimulatedPart.EXPIRY.simulation(
            new BytecodePatch("dev/stampede/engine/claim/decision/BookDecision", "isItsOwn")
                .alwaysTrue()),
        "no thread dies of an exception");
  }

  @Test
  void aReaderThatRemembersThePositionIsFound() {
    finds(of("ReadingAfterTheLastId"), "events of a key arrive in order, without a gap");
  }

  @Test
  void aRelayThatGoesOnAfterItsLeaseIsFound() {
    finds(
        SimulatedPart.RELAY.simulation(
            new BytecodePatch("dev/stampede/engine/events/Relay", "batch")
                .reads("leasedUntil", Long.MAX_VALUE)),
        "a server that was frozen sends at most one batch");
  }

  @Test
  void aLineThatBelievesEveryRedisIsFound() {
    finds(
        SimulatedPart.LINE.simulation(
            text(
                "dev/stampede/redis/line/keys.lua",
                "return redis.call('HGET', head, 'run') ~= run",
                "return not redis.call('HGET', head, 'run')")),
        "a buyer who comes back with the token keeps the place");
  }

  private static Simulation of(String scenario) {
    return Simulation.of(SCENARIOS + scenario);
  }

  private static Patch text(String resource, String from, String to) {
    return (name, content) -> {
      if (!name.equals(resource)) {
        return content;
      }
      String text = new String(content, UTF_8);
      assertThat(text).contains(from);
      return text.replace(from, to).getBytes(UTF_8);
    };
  }

  private static void finds(Simulation simulation, String invariant) {
    for (long seed = 1; seed <= MOST_SEEDS; seed++) {
      Optional<BrokenPromise> violation = simulation.run(seed).violation();
      if (violation.isPresent()) {
        assertThat(violation.get().invariant()).isEqualTo(invariant);
        SimulationOutcome replayed = simulation.replay(seed);
        assertThat(replayed.violation()).isEqualTo(violation);
        assertThat(replayed.trace().getLast()).contains("VIOLATED " + invariant);
        return;
      }
    }
    throw new AssertionError(simulation.name() + " kept its promises with the bug");
  }
}
