package dev.stampede.engine.alert;

/** The result of a look at a rule's figure. */
public sealed interface Reading {

  /** All is well, or there is too little to judge by. */
  record Fine() implements Reading {}

  /** It is beyond its limit. */
  record Bad(Alert.Seen seen) implements Reading {}

  /** The figure could not be read: the rule keeps its last state. */
  record Unknown() implements Reading {}

  static Reading fine() {
    return new Fine();
  }

  static Reading bad(double value, double limit, String detail) {
    return new Bad(new Alert.Seen(value, limit, detail));
  }
}
