package dev.stampede.postgres;

import dev.stampede.engine.claim.Transfer;

/** The letters of transfers and accounts in the database. */
final class LedgerCodes {

  private LedgerCodes() {}

  static String of(Transfer.Kind kind) {
    return switch (kind) {
      case TOP_UP -> "t";
      case PAYMENT -> "p";
      case REFUND -> "r";
    };
  }

  static Transfer.Kind kind(String letter) {
    return switch (letter) {
      case "t" -> Transfer.Kind.TOP_UP;
      case "p" -> Transfer.Kind.PAYMENT;
      case "r" -> Transfer.Kind.REFUND;
      default -> throw new IllegalStateException("'" + letter + "' is no kind of transfer");
    };
  }

  static String of(Transfer.Account account) {
    return switch (account) {
      case WALLET -> "w";
      case HOUSE -> "h";
      case PROVIDER -> "p";
    };
  }
}
