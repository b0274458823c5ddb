package dev.stampede.prove.simulation.standin;

import dev.stampede.prove.simulation.world.SimulatedTask;

/** Stands in for {@link Thread.Builder} and its two kinds: every thread is a task. */
public final class SimThreadBuilder {

  private String name = "thread";

  public static SimThreadBuilder ofPlatform() {
    return new SimThreadBuilder();
  }

  public static SimThreadBuilder ofVirtual() {
    return new SimThreadBuilder();
  }

  public SimThreadBuilder daemon() {
    return this;
  }

  public SimThreadBuilder daemon(boolean isDaemon) {
    return this;
  }

  public SimThreadBuilder name(String called) {
    name = called;
    return this;
  }

  public SimThreadBuilder name(String prefix, long start) {
    name = prefix + start;
    return this;
  }

  public Thread start(Runnable body) {
    SimulatedTask task = SimTasks.here();
    return task.world().start(task.node(), name, body).thread();
  }
}
