package dev.stampede.jobs;

/** How a run ended, to be written down. */
sealed interface Ending {

  Run run();

  /** Its handler returned. */
  record Done(Run run) implements Ending {}

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
