package dev.stampede.postgres.column;

import dev.stampede.engine.claim.Transfer;

/** The letters of transfers and accounts in the database. */
public final class LedgerCodes {

  private LedgerCodes() {}

  public static String of(Transfer.Kind kind) {
    return switch (kind) {
      case TOP_UP -> "t";
      case PAYMENT -> "p";
      case REFUND -> "r";
    };
  }

  public static Transfer.Kind kind(String letter) {
    return switch (letter) {
      case "t" -> Transfer.Kind.TOP_UP;
      case "p" -> Transfer.Kind.PAYMENT;
      case "r" -> Transfer.Kind.REFUND;
      default -> throw new IllegalStateException("'" + letter + "' is no kind of transfer");
    };
  }

  public static String of(Transfer.Account account) {
    return switch (account) {
      case WALLET -> "w";
      case HOUSE -> "h";
      case PROVIDER -> "p";
    };
  }
}
