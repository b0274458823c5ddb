package dev.stampede.engine.waitingroom;

import dev.stampede.engine.claim.BookedPass;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * A queue of spent passes, from the claims that committed to the lines in which their slots become
 * free. The sender never waits: a pass that does not fit is dropped, and its slot becomes free when
 * the pass expires.
 */
public final class SpentPasses {

  static final int CAPACITY = 100_000;

  private final BlockingQueue<BookedPass> queue = new ArrayBlockingQueue<>(CAPACITY);

  public void tell(List<BookedPass> booked) {
    for (BookedPass pass : booked) {
      var _ = queue.offer(pass);
    }
  }

  /** Takes at most this many out. */
  List<BookedPass> take(int atMost) {
    List<BookedPass> some = new ArrayList<>();
    var _ = queue.drainTo(some, atMost);
    return some;
  }
}
