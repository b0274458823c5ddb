package dev.stampede.jobs;

import java.time.Duration;

/** The end of a run, to be written to the database. */
sealed interface Ending {

  JobRun run();

  /**
   * Its handler returned.
   *
   * @param rest if it recurs, it is not due before this time is over
   */
  record Done(JobRun run, Duration rest) implements Ending {}

  /** It never began. */
  record GivenBack(JobRun run) implements Ending {}

  /** It failed and is tried again. */
  record Failed(CompletionStatements.Failure failure) implements Ending {
    @Override
    public JobRun run() {
      return failure.run();
    }
  }

  /** It failed once too often. */
  record Died(CompletionStatements.Failure failure) implements Ending {
    @Override
    public JobRun run() {
      return failure.run();
    }
  }
}
