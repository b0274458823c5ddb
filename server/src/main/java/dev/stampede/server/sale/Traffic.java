package dev.stampede.server.sale;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.layer.ClaimObserver;
import dev.stampede.engine.claim.layer.ClaimPassage;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.claim.ClaimAnswerListener;
import dev.stampede.server.http.Answer;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Records the work of this process within the last minute, as the components that do it report it;
 * and the shows that the work was for: the {@value #MAX_SHOWS} that somebody claimed in or looked
 * at most recently, within {@link #REMEMBERED}.
 */
public final class Traffic implements ClaimObserver, ClaimAnswerListener {

  static final int MAX_SHOWS = 64;
  static final Duration REMEMBERED = Duration.ofMinutes(15);

  private final LongSupplier nanos;
  private final Map<ShowId, ShowTraffic> shows = new ConcurrentHashMap<>();
  private final ResponseTimes responses;
  private final RecentGroupSizes groups;

  public Traffic() {
    this(System::nanoTime);
  }

  /**
   * Traffic whose minutes are told by another clock.
   *
   * @param nanos monotonic
   */
  Traffic(LongSupplier nanos) {
    this.nanos = nanos;
    this.responses = new ResponseTimes(nanos);
    this.groups = new RecentGroupSizes(nanos);
  }

  @Override
  public void decided(Claim claim, ClaimPassage passage) {
    if (claim instanceof Claim.OfShow ofShow && passage.gate() != ClaimPassage.Gate.NOT_ASKED) {
      of(ofShow.show()).heard(passage.gate());
    }
  }

  @Override
  public void answered(Claim claim, Answer answer) {
    if (claim instanceof Claim.OfShow ofShow) {
      of(ofShow.show()).answered(answer);
    }
  }

  /** A request was answered, whatever it was. */
  public void responded(Duration took) {
    responses.add(took);
  }

  /** A group of claims has ended. */
  public void committed(int size) {
    groups.add(size);
  }

  ResponseTimes.Seen responses() {
    return responses.seen();
  }

  RecentGroupSizes.Seen groups() {
    return groups.seen();
  }

  /** Returns the traffic of a show, and counts as a look at it. */
  ShowTraffic of(ShowId show) {
    ShowTraffic known = shows.get(show);
    return (known == null ? noted(show) : known).touched();
  }

  private ShowTraffic noted(ShowId show) {
    if (shows.size() >= MAX_SHOWS) {
      shows.entrySet().stream()
          .max(Comparator.comparingLong(each -> each.getValue().idleNanos()))
          .ifPresent(idlest -> shows.remove(idlest.getKey(), idlest.getValue()));
    }
    return shows.computeIfAbsent(show, _ -> new ShowTraffic(nanos));
  }

  /** The shows there was anything to do for, and only those. */
  Set<ShowId> recent() {
    shows.values().removeIf(show -> show.idleNanos() > REMEMBERED.toNanos());
    return Set.copyOf(shows.keySet());
  }

  /** Returns the traffic of a show, without counting as a look; empty if it is not a recent one. */
  ShowTraffic seenOf(ShowId show) {
    ShowTraffic known = shows.get(show);
    return known == null ? new ShowTraffic(nanos) : known;
  }
}
