package dev.stampede.prove.load;

import dev.stampede.prove.load.library.LibraryPlan;
import java.nio.file.Path;

/**
 * The size of a load.
 *
 * @param seed of everything that clients draw; the same seed draws the same
 * @param clients that call at the same time, 1..1,000
 * @param ratePerSecond of all clients together, 1..100,000; slow answers make it less
 * @param buyers whom the clients act for, 1..10,000; fewer than clients makes several act for one
 * @param libraries the processes beside the clients
 */
public record SaleLoadPlan(
    long seed, int clients, int ratePerSecond, int buyers, LibraryPlan libraries) {

  /** The load that a run of two servers on two cores can bear. */
  public static final int USUAL_CLIENTS = 96;

  public static final int USUAL_RATE_PER_SECOND = 1_200;
  private static final int BUYERS = 64;

  public SaleLoadPlan {
    check("clients", clients, 1, 1_000);
    check("ratePerSecond", ratePerSecond, 1, 100_000);
    check("buyers", buyers, 1, 10_000);
  }

  /** The usual load, with library processes in this folder. */
  public static SaleLoadPlan of(long seed, Path folder) {
    return new SaleLoadPlan(
        seed, USUAL_CLIENTS, USUAL_RATE_PER_SECOND, BUYERS, LibraryPlan.in(folder));
  }

  public SaleLoadPlan withClients(int many) {
    return new SaleLoadPlan(seed, many, ratePerSecond, buyers, libraries);
  }

  public SaleLoadPlan withRate(int perSecond) {
    return new SaleLoadPlan(seed, clients, perSecond, buyers, libraries);
  }

  public SaleLoadPlan with(LibraryPlan others) {
    return new SaleLoadPlan(seed, clients, ratePerSecond, buyers, others);
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s is %d; set %d..%d".formatted(name, value, least, most));
    }
  }
}
