package dev.stampede.chaos.judge;

import dev.stampede.chaos.load.ClientRequest.Kind;
import dev.stampede.chaos.load.Load;
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
 * <p>One other answer passes: {@code seat-taken} for a hold. The hold is over, another buyer has
 * its seats by now, and the repeat has changed nothing.
 */
final class ReplayCheck {

  private static final int SAMPLE = 100;
  private static final String TAKEN = "seat-taken";
  private static final Set<Kind> WITH_STORED_ANSWERS = Set.of(Kind.TOP_UP, Kind.HOLD, Kind.BOOK);

  private final Load load;

  ReplayCheck(Load load) {
    this.load = load;
  }

  Finding finding(Collection<RequestHistory> deeds) throws InterruptedException {
    List<String> wrong = new ArrayList<>();
    List<RequestHistory> sample = sample(deeds);
    int over = 0;
    for (int i = 0; i < sample.size(); i++) {
      RequestHistory first = sample.get(i);
      SendAttempt again = load.again(first.order(), i);
      RequestHistory second = new RequestHistory(first.order(), List.of(again));
      if (first.order().kind() == Kind.HOLD && again.reply().label().equals(TAKEN)) {
        over++;
      } else if (!second.id().equals(first.id())) {
        wrong.add(
            "%s was %s and is now %s"
                .formatted(first.order().key(), first.id(), again.reply().label()));
      }
    }
    Finding finding =
        Finding.of("asked again with its key, the answer is the same", sample.size(), wrong);
    return over == 0
        ? finding
        : new Finding(
            finding.what(),
            finding.holds(),
            "%s; %d were holds whose seats are another's by now, and were refused"
                .formatted(finding.detail(), over));
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
                .filter(RequestHistory::isAcknowledged)
                .toList());
    Collections.shuffle(all, new Random(1));
    all.sort((a, b) -> Boolean.compare(b.wasUnknown(), a.wasUnknown()));
    return all.subList(0, Math.min(SAMPLE, all.size()));
  }
}
