package dev.stampede.jobs;

import java.time.Duration;

/** The end of a run, to be written to the database. */
sealed interface Ending {

  Run run();

  /**
   * Its handler returned.
   *
   * @param rest if it recurs, it is not due before this time is over
   */
  record Done(Run run, Duration rest) implements Ending {}

  /** It never began. */
  record GivenBack(Run run) implements Ending {}

  /** It failed and is tried again. */
  record Failed(Completions.Failure failure) implements Ending {
    @Override
    public Run run() {
      return failure.run();
    }
  }

  /** It failed once too often. */
  record Died(Completions.Failure failure) implements Ending {
    @Override
    public Run run() {
      return failure.run();
    }
  }
}
