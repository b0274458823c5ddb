package dev.stampede.prove.load;

import java.util.Arrays;
import java.util.Random;

/** Draws the steps of a client in the proportions that {@link ClientStep} has. */
final class StepMix {

  private static final ClientStep[] STEPS = ClientStep.values();
  private static final double SUM = Arrays.stream(STEPS).mapToDouble(ClientStep::weight).sum();

  private StepMix() {}

  static ClientStep draw(Random random) {
    double left = random.nextDouble() * SUM;
    for (ClientStep step : STEPS) {
      left -= step.weight();
      if (left < 0) {
        return step;
      }
    }
    return STEPS[STEPS.length - 1];
  }
}
