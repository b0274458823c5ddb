package dev.stampede.postgres.show;

import dev.stampede.engine.show.ShowTerms.SaleSwitch;

/** A sale switch's letter in the database. */
public final class SaleSwitchCode {

  private SaleSwitchCode() {}

  static String of(SaleSwitch saleSwitch) {
    return switch (saleSwitch) {
      case OPEN -> "o";
      case PAUSED -> "p";
      case CLOSED -> "c";
    };
  }

  public static SaleSwitch saleSwitch(String letter) {
    return switch (letter) {
      case "o" -> SaleSwitch.OPEN;
      case "p" -> SaleSwitch.PAUSED;
      case "c" -> SaleSwitch.CLOSED;
      default -> throw new IllegalStateException("'" + letter + "' is no sale switch");
    };
  }
}
