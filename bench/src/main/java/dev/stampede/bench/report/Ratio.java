package dev.stampede.bench.report;

/** One case's rate over another's, and the least it has to be; a bar of 0 is for the record. */
public record Ratio(String name, double value, double bar) {

  public boolean holds() {
    return value >= bar;
  }
}
