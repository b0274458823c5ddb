package dev.stampede.engine.verify;

/**
 * The progress of a part that is compared by a few checks of whole tables.
 *
 * @param done the number of finished checks
 * @param all the number of checks
 * @param share the share of the whole work that the finished checks were expected to be, 0 to 1
 */
public record CheckProgress(int done, int all, double share) {

  public CheckProgress {
    if (done < 0 || done > all) {
      throw new IllegalArgumentException("%d of %d checks".formatted(done, all));
    }
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("share is %s; it has to be 0 to 1".formatted(share));
    }
  }
}
