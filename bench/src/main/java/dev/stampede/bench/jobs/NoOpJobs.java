package dev.stampede.bench.jobs;

/** A queue full of jobs that do nothing, and workers that do them. */
interface NoOpJobs extends AutoCloseable {

  String name();

  /** Puts so many into the queue; nobody works meanwhile. */
  void fill(int jobs) throws Exception;

  /** Does all that was put there, and returns when the last one is gone from the queue. */
  void drain(int jobs) throws Exception;

  @Override
  void close();
}
