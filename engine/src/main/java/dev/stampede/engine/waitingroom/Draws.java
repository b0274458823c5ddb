package dev.stampede.engine.waitingroom;

import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.claim.Buyer;
import java.util.List;
import java.util.Map;

/** How places are drawn among those who came before the sale opened. */
interface Draws {

  /** How a line begins: in which phase, and what the last number before the draw was. */
  record Start(LineState.Phase phase, long base) {}

  Start start(Show show);

  /** Brings the line into the phase it should be in now, and does the drawing if it is time. */
  void advance(Show show, Glance glance);

  /** Moves those to their places who have drawn one, and opens the line. */
  void finish(Show show);

  /** The numbers that good tokens are worth: their own, or what they have drawn. */
  Map<PlaceToken, Long> worth(ShowId show, List<PlaceToken> tokens);

  /** What makes the buyer's leaf in the draw; empty where none is drawn. */
  String nonce(Show show, Buyer buyer);
}
