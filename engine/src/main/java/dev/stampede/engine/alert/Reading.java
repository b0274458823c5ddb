package dev.stampede.engine.alert;

/** What a look at a rule's figure says. */
public sealed interface Reading {

  /** All is well, or there is too little to judge by. */
  record Fine() implements Reading {}

  /** It is beyond its limit. */
  record Bad(Alert.Seen seen) implements Reading {}

  /** Nobody could look: whatever was, is still thought to be. */
  record Unknown() implements Reading {}

  static Reading fine() {
    return new Fine();
  }

  static Reading bad(double value, double limit, String detail) {
    return new Bad(new Alert.Seen(value, limit, detail));
  }
}
