package dev.stampede.crowd.demo;

/** How many of a crowd are at which stage; those who are still on the way are in none. */
public record Headcount(
    int waiting, int choosing, int holding, int paid, int abandoned, int turnedAway, int failed) {

  /** How many have come to an end, whichever. */
  public int ended() {
    return paid + abandoned + turnedAway + failed;
  }
}
