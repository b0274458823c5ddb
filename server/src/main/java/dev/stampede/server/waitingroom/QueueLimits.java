package dev.stampede.server.waitingroom;

import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.http.Request;
import dev.stampede.server.limit.ClientNetwork;
import dev.stampede.server.limit.RateLimit;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Refuses those who call about lines too often: the same buyer, or if set the same address. */
public final class QueueLimits {

  private final QueueRates rates;
  private final @Nullable RateLimit<String> buyers;
  private final @Nullable RateLimit<ClientNetwork> addresses;

  public QueueLimits(QueueRates rates, LongSupplier nanos) {
    this.rates = rates;
    this.buyers = rates.perBuyer() == 0 ? null : new RateLimit<>(rates.perBuyer(), nanos);
    this.addresses = rates.perAddress() == 0 ? null : new RateLimit<>(rates.perAddress(), nanos);
  }

  /** Counts the call; a problem if it is one too many. */
  Optional<Problem> refusal(Request request) {
    if (buyers != null) {
      Duration tooEarly = buyers.take(request.caller().sub());
      if (tooEarly.isPositive()) {
        return Optional.of(refused("you sent", rates.perBuyer(), tooEarly));
      }
    }
    if (addresses != null) {
      Duration tooEarly = addresses.take(ClientNetwork.of(request.clientAddress()));
      if (tooEarly.isPositive()) {
        return Optional.of(refused("your address sent", rates.perAddress(), tooEarly));
      }
    }
    return Optional.empty();
  }

  private static Problem refused(String who, int perSecond, Duration tooEarly) {
    return Problem.of(
            ProblemType.RATE_LIMITED,
            ("%s more than %d waiting-room requests a second; poll after pollAfterMillis, or use"
                    + " GET /api/v1/shows/{id}/queue/stream")
                .formatted(who, perSecond))
        .retryAfter(tooEarly);
  }
}
