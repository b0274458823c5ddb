package dev.stampede.engine.waitingroom;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowTerms;
import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.waitingroom.LineState.Phase;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** Makes the answers to buyers: the estimate, the time to ask again, and the signed tokens. */
final class QueueOutcomes {

  /**
   * The number of polls in an estimated wait: a buyer who waits an hour need not ask every second.
   */
  private static final int POLLS_PER_WAIT = 10;

  /** A poll comes up to this share of its time early, so that a crowd spreads. */
  private static final double JITTER = 0.25;

  private final Passes passes;
  private final PlaceTokens tokens;
  private final EarlyDraws draws;
  private final LineLimits limits;
  private final InstantSource clock;

  QueueOutcomes(Keyring keyring, EarlyDraws draws, LineLimits limits, InstantSource clock) {
    this.passes = new Passes(keyring);
    this.tokens = new PlaceTokens(keyring);
    this.draws = draws;
    this.limits = limits;
    this.clock = clock;
  }

  /** Opens a token; empty unless it is for this buyer's own place in this show's line. */
  Optional<PlaceToken> token(Show show, Buyer buyer, String text) {
    return tokens
        .open(text)
        .filter(token -> token.show().equals(show.id()) && token.buyer().equals(buyer));
  }

  QueueOutcome waiting(Show show, LineView view, Place place) {
    Duration untilOpen = untilOpen(show);
    Optional<Duration> wait =
        isLettingIn(show)
            ? view.pace().until(place.position() - 1).map(untilOpen::plus)
            : Optional.empty();
    String token =
        tokens.seal(
            new PlaceToken(
                show.id(),
                place.buyer(),
                place.number(),
                place.epoch(),
                draws.nonce(show, place.buyer())));
    return new QueueOutcome.Waiting(
        place.joined(),
        place.position(),
        view.snapshot().phase() != Phase.OPEN,
        wait.map(duration -> AdmissionRate.rounded(duration.toMillis() / 1e3)),
        pollAfter(wait, untilOpen),
        token);
  }

  /**
   * A buyer's place in line.
   *
   * @param epoch in which the line said so. The view may be of a later one already, in which the
   *     place is lost; the token restores it only if it is of the earlier one
   */
  record Place(Buyer buyer, long number, int epoch, long position, boolean joined) {}

  private static boolean isLettingIn(Show show) {
    return show.settings().saleSwitch() == ShowTerms.SaleSwitch.OPEN;
  }

  private Duration untilOpen(Show show) {
    Duration left = Duration.between(clock.instant(), show.settings().saleOpensAt());
    return left.isNegative() ? Duration.ZERO : left;
  }

  /**
   * The time until the next poll: the longer the wait, the later, but not after the opening unless
   * the shortest poll is longer. The longest poll if the wait cannot be estimated.
   */
  private Duration pollAfter(Optional<Duration> wait, Duration untilOpen) {
    Duration about = wait.map(all -> all.dividedBy(POLLS_PER_WAIT)).orElse(limits.longestPoll());
    if (untilOpen.isPositive() && about.compareTo(untilOpen) > 0) {
      about = untilOpen;
    }
    long millis =
        Math.clamp(
            about.toMillis(), limits.shortestPoll().toMillis(), limits.longestPoll().toMillis());
    double early = 1 - JITTER * ThreadLocalRandom.current().nextDouble();
    return Duration.ofMillis(Math.max(limits.shortestPoll().toMillis(), (long) (millis * early)));
  }

  QueueOutcome admitted(ShowId show, Buyer buyer, long number, Instant until) {
    return new QueueOutcome.Admitted(passes.seal(new Pass(show, buyer, number, until)), until);
  }
}
