package dev.stampede.prove.load;

import dev.stampede.prove.history.Meaning;
import dev.stampede.prove.history.RecordedCall;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** Enqueues jobs, and looks for a match with tickets. */
final class LibrarySteps {

  private static final Duration REPEAT_PAUSE = Duration.ofMillis(500);
  private static final int MOST_TICKETS = 3;
  private static final double ONE_MORE = 0.2;
  private static final double GIVES_UP = 0.03;
  private static final double CLEANS_UP = 0.5;

  private final CallMaker calls;
  private final Deque<String> tickets = new ArrayDeque<>();

  LibrarySteps(CallMaker calls) {
    this.calls = calls;
  }

  /** Repeats a job whose commit is unknown: its row says if it is there. */
  void enqueueJob() throws InterruptedException {
    var _ = calls.turn();
    String key = calls.key();
    String buyer = calls.buyer();
    long until = System.nanoTime() + CallMaker.REPEATS_FOR.toNanos();
    boolean open = false;
    do {
      if (open) {
        CallPacer.pause(REPEAT_PAUSE);
      }
      RecordedCall call = calls.parts().libraries().jobs().enqueue(calls.client(), buyer, key);
      open = call.meaning() == Meaning.UNKNOWN || (open && call.meaning() == Meaning.NOT_DONE);
    } while (open && System.nanoTime() - until < 0);
  }

  /** Creates a ticket, or asks for the assignment of one; deletes some early and some late. */
  void seekMatch() throws InterruptedException {
    PlayerCalls all = calls.parts().libraries().tickets();
    if (tickets.isEmpty() || (tickets.size() < MOST_TICKETS && calls.chance(ONE_MORE))) {
      RecordedCall created = all.create(calls.client(), calls.turn(), calls.buyer(), calls.key());
      if (created.meaning() == Meaning.DONE) {
        tickets.addLast(created.answered().subject());
      }
    } else {
      ask(all, tickets.removeFirst());
    }
  }

  private void ask(PlayerCalls all, String ticket) throws InterruptedException {
    RecordedCall asked = all.ask(calls.client(), calls.turn(), calls.buyer(), ticket);
    boolean assigned = !asked.answered().subject().isEmpty();
    boolean gone = asked.answered().status() == 404;
    if (assigned ? calls.chance(CLEANS_UP) : !gone && calls.chance(GIVES_UP)) {
      var _ = all.drop(calls.client(), calls.turn(), calls.buyer(), ticket);
    } else if (!assigned && !gone) {
      tickets.addLast(ticket);
    }
  }

  /** Asks for each ticket once more. */
  void settle() throws InterruptedException {
    while (!tickets.isEmpty()) {
      String ticket = tickets.removeFirst();
      PlayerCalls all = calls.parts().libraries().tickets();
      var _ = all.ask(calls.client(), calls.turn(), calls.buyer(), ticket);
    }
  }
}
