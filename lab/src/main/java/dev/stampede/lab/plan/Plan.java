package dev.stampede.lab.plan;

/** One run: everything that decides how it goes, but for chance. */
public record Plan(Strategy strategy, Crowd crowd, Tries tries, Guard guard, Queueing queueing) {

  public Plan with(Crowd other) {
    return new Plan(strategy, other, tries, guard, queueing);
  }

  public Plan with(Tries other) {
    return new Plan(strategy, crowd, other, guard, queueing);
  }

  public Plan with(Guard other) {
    return new Plan(strategy, crowd, tries, other, queueing);
  }

  public Plan with(Queueing other) {
    return new Plan(strategy, crowd, tries, guard, other);
  }

  /** The way, and whether there is a queue in front of it. */
  public String name() {
    return strategy.word() + (queueing.on() ? " + queue" : "");
  }
}
