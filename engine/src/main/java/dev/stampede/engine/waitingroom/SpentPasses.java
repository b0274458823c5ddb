package dev.stampede.engine.waitingroom;

import dev.stampede.engine.claim.BookedPass;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * The news that passes were spent, on its way from the claims that committed to the lines in which
 * their slots become free. Whoever tells it waits for nobody: what does not fit is dropped, and its
 * slot is free when the pass ends.
 */
public final class SpentPasses {

  static final int CAPACITY = 100_000;

  private final BlockingQueue<BookedPass> queue = new ArrayBlockingQueue<>(CAPACITY);

  public void tell(List<BookedPass> booked) {
    for (BookedPass pass : booked) {
      var _ = queue.offer(pass);
    }
  }

  /** Takes at most so many out. */
  List<BookedPass> take(int atMost) {
    List<BookedPass> some = new ArrayList<>();
    var _ = queue.drainTo(some, atMost);
    return some;
  }
}
