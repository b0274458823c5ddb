package dev.stampede.bench.report;

/** One question, answered by measuring us and our peers in the same run. */
public interface Benchmark {

  /** Its name on the command line. */
  String name();

  /** The question, in one line. */
  String question();

  /** Measures; progress goes to the journal, the outcome is the report. */
  Report run(Effort effort, ProgressPrinter journal) throws Exception;
}
