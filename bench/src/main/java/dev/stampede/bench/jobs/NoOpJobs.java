package dev.stampede.bench.jobs;

import java.time.Duration;

/** A queue full of jobs that do nothing, and workers that do them. */
interface NoOpJobs extends AutoCloseable {

  String name();

  /** Puts so many into the queue; nobody works meanwhile. */
  void fill(int jobs) throws Exception;

  /** Does all that was put there; the answer is how long it took until the last one was gone. */
  Duration drain(int jobs) throws Exception;

  @Override
  void close();
}
