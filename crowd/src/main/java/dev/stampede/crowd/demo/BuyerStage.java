package dev.stampede.crowd.demo;

/** The stage that one of the crowd has reached. */
enum BuyerStage {
  /** Has heard of the sale, and is not here yet. */
  ON_THE_WAY,
  /** In line. */
  WAITING,
  /** Looks at the seats. */
  CHOOSING,
  /** Has seats until a moment, and thinks. */
  HOLDING,
  /** Ended with a booking. */
  PAID,
  /** Ended by going away. */
  ABANDONED,
  /** Ended because there was nothing left, or nobody is let in any more. */
  TURNED_AWAY,
  /** Ended because no answer came, or one that nobody expects. */
  FAILED
}
