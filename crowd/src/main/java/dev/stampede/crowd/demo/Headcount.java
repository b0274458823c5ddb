package dev.stampede.crowd.demo;

/** The number of a crowd's buyers at each stage; those who are still on the way are in none. */
public record Headcount(
    int waiting, int choosing, int holding, int paid, int abandoned, int turnedAway, int failed) {

  /** Returns the number of buyers who have ended, in any way. */
  public int ended() {
    return paid + abandoned + turnedAway + failed;
  }
}
