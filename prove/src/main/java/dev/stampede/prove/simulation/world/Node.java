package dev.stampede.prove.simulation.world;

/** A process of the simulated deployment: its tasks stand still while it is frozen. */
public final class Node {

  private final String name;
  private boolean frozen;
  private boolean killed;

  Node(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  boolean isFrozen() {
    return frozen;
  }

  void frozen(boolean isFrozen) {
    frozen = isFrozen;
  }

  public boolean isKilled() {
    return killed;
  }

  void kill() {
    killed = true;
    frozen = false;
  }

  @Override
  public String toString() {
    return name;
  }
}
