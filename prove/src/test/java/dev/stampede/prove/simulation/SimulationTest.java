package dev.stampede.prove.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.prove.simulation.world.SimulationOutcome;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Ten thousand interleavings of the parts that race most, the same ones in each run.
 *
 * <p>{@link SimulatedBugsTest} shows that each part's promises can be found broken.
 */
final class SimulationTest {

  private static final long FIRST_SEED = 1;
  private static final long INTERLEAVINGS = 10_000;

  @TestFactory
  Stream<DynamicTest> aPartKeepsItsPromisesInEveryInterleaving() {
    return ofEachPart(SimulationTest::keepsItsPromises);
  }

  /** With classes that were loaded anew, too: nothing of an earlier simulation has a say. */
  @TestFactory
  Stream<DynamicTest> aSeedIsReplayedExactly() {
    return ofEachPart(SimulationTest::isReplayed);
  }

  private static Stream<DynamicTest> ofEachPart(Consumer<SimulatedPart> test) {
    return Stream.of(SimulatedPart.values())
        .map(part -> DynamicTest.dynamicTest(part.toString(), () -> test.accept(part)));
  }

  private static void keepsItsPromises(SimulatedPart part) {
    StringWriter said = new StringWriter();

    SimulationTally tally =
        Simulations.run(part, FIRST_SEED, part.partOf(INTERLEAVINGS), new PrintWriter(said));

    assertThat(tally.failed()).as(said.toString()).isZero();
    assertThat(tally.checks()).isGreaterThan(tally.runs());
  }

  private static void isReplayed(SimulatedPart part) {
    Simulation simulation = part.simulation();
    for (long seed = 1; seed <= 20; seed++) {
      SimulationOutcome first = simulation.run(seed);
      SimulationOutcome again = simulation.replay(seed);
      SimulationOutcome anew = Simulations.replay(part, seed);

      assertThat(again.fingerprint()).isEqualTo(first.fingerprint());
      assertThat(anew.fingerprint()).isEqualTo(first.fingerprint());
      assertThat(anew.trace()).isNotEmpty().isEqualTo(again.trace());
    }
  }
}
