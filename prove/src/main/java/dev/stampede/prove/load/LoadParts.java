package dev.stampede.prove.load;

import dev.stampede.prove.load.ServerChoice.SilentServers;
import dev.stampede.prove.load.library.JobCalls;

/**
 * The parts that all clients of a load share.
 *
 * @param tag begins every key and name, so that a second load on the same site repeats none
 */
record LoadParts(
    SaleLoadPlan plan,
    ShowsOnSale shows,
    CallSender sender,
    SilentServers silent,
    Libraries libraries,
    String tag) {

  private static final double BUYER_EXPONENT = 0.8;

  /** The libraries that clients call without HTTP. */
  record Libraries(JobCalls jobs, PlayerCalls tickets) {}

  /** Few buyers are asked for by many clients. */
  ZipfDraw buyers() {
    return new ZipfDraw(plan.buyers(), BUYER_EXPONENT);
  }

  String buyer(int number) {
    return tag + "-buyer-" + number;
  }
}
