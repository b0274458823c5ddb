package dev.stampede.chaos.judge;

import dev.stampede.chaos.load.ClientRequest;
import dev.stampede.chaos.load.ClientRequest.Kind;
import dev.stampede.chaos.load.RequestHistory;
import dev.stampede.chaos.load.SendAttempt;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Sends some acknowledged requests again, with their keys, and checks that the answers are the
 * same.
 *
 * <p>No other answer passes: the server has stored the answer with its effect. So a repeated hold
 * gets its hold again, although the hold is over and another buyer may have its seats by now.
 * Answers that changed nothing are not stored, and not repeated here.
 */
final class ReplayCheck {

  private static final int SAMPLE = 100;
  private static final Set<Kind> WITH_STORED_ANSWERS = Set.of(Kind.TOP_UP, Kind.HOLD, Kind.BOOK);

  private final Repeater repeater;

  /** Sends a request once more, to the server with this number. */
  @FunctionalInterface
  interface Repeater {
    SendAttempt again(ClientRequest order, int server) throws InterruptedException;
  }

  ReplayCheck(Repeater repeater) {
    this.repeater = repeater;
  }

  Finding finding(Collection<RequestHistory> deeds) throws InterruptedException {
    List<String> wrong = new ArrayList<>();
    List<RequestHistory> sample = sample(deeds);
    for (int i = 0; i < sample.size(); i++) {
      RequestHistory first = sample.get(i);
      SendAttempt again = repeater.again(first.order(), i);
      RequestHistory second = new RequestHistory(first.order(), List.of(again));
      if (!second.id().equals(first.id())) {
        wrong.add(
            "%s was %s and is now %s"
                .formatted(first.order().key(), first.id(), again.reply().label()));
      }
    }
    return Finding.of("asked again with its key, the answer is the same", sample.size(), wrong);
  }

  /**
   * Returns a sample that begins with the deeds whose outcome was unknown for a while: there the
   * chance of two effects is greatest.
   */
  private static List<RequestHistory> sample(Collection<RequestHistory> deeds) {
    List<RequestHistory> all =
        new ArrayList<>(
            deeds.stream()
                .filter(deed -> WITH_STORED_ANSWERS.contains(deed.order().kind()))
                .filter(RequestHistory::hasStoredAnswer)
                .toList());
    Collections.shuffle(all, new Random(1));
    all.sort((a, b) -> Boolean.compare(b.wasUnknown(), a.wasUnknown()));
    return all.subList(0, Math.min(SAMPLE, all.size()));
  }
}
