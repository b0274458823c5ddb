package dev.stampede.engine.sale;

/**
 * What moved within a minute, as it was told.
 *
 * @param released seats that were held and are free again
 */
public record SaleFlow(long sold, long released, long cancelled) {

  public static final SaleFlow NONE = new SaleFlow(0, 0, 0);
}
