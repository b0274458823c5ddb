package dev.stampede.server.claim;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.show.ShowId;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.Freshness;
import dev.stampede.server.http.Handler;
import dev.stampede.server.http.Request;
import dev.stampede.server.show.ShowCache;
import java.time.InstantSource;
import java.util.function.Function;

/** Hands claims to the engine, and turns each outcome into an HTTP answer. */
public final class ClaimEndpoint {

  private final Claims claims;
  private final Replies replies;
  private final ClaimAnswers answers;
  private final ClaimAnswerListener listener;
  private final ClaimLimits limits;

  /**
   * An endpoint for all claims.
   *
   * @param clock the time that answers state
   * @param freshness how old the data in answers may be
   * @param limits the rate and concurrency limits
   */
  public ClaimEndpoint(
      Claims claims,
      ShowCache shows,
      InstantSource clock,
      ClaimAnswerListener listener,
      Freshness freshness,
      ClaimLimits limits) {
    this.claims = claims;
    this.replies = new Replies(SeatMaps.in(shows), clock, freshness);
    this.answers = new ClaimAnswers(replies);
    this.listener = listener;
    this.limits = limits;
  }

  /**
   * The handler of a route that claims, for callers within their limits.
   *
   * @param shares returns the key whose requests share one part of the concurrency limit: the show,
   *     or a constant for requests that name none
   */
  public Handler limited(Function<Request, ?> shares, Handler handler) {
    return limits.guarding(shares, handler);
  }

  public Answer claim(Claim claim) {
    Answer answer = answers.of(claim, claims.claim(claim));
    listener.answered(claim, answer);
    return answer;
  }

  /** Returns the answer that a claim to book in this show would have got for this outcome. */
  public Answer answer(ShowId show, ClaimOutcome outcome) {
    return answers.ofBooking(show, outcome);
  }

  /** Returns the replies that show the result of a claim to a client that asks for it later. */
  public Replies replies() {
    return replies;
  }
}
