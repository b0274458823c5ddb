package dev.stampede.jobs;

/** Names a job for all its attempts, and for all runs of a recurring one. */
public record JobId(long value) implements Comparable<JobId> {

  public JobId {
    if (value < 1) {
      throw new IllegalArgumentException("job id is " + value + "; ids begin at 1");
    }
  }

  @Override
  public int compareTo(JobId other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return Long.toString(value);
  }
}
