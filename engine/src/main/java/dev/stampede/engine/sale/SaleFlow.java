package dev.stampede.engine.sale;

/**
 * The seats that moved within a minute, counted from events that were sent.
 *
 * @param released seats that were held and are free again
 */
public record SaleFlow(long sold, long released, long cancelled) {

  public static final SaleFlow NONE = new SaleFlow(0, 0, 0);
}
