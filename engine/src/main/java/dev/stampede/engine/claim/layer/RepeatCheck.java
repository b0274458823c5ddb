package dev.stampede.engine.claim.layer;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimFailedException;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.ClaimOutcome.ReadOnly;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.deadline.RequestDeadline;
import dev.stampede.lane.Commit;
import dev.stampede.lane.Committer;
import dev.stampede.lane.Decision;
import dev.stampede.lane.Lane;
import dev.stampede.lane.LaneListener;
import dev.stampede.lane.LaneSettings;
import dev.stampede.lane.LaneUnavailableException;
import dev.stampede.lane.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds out if claims that are about to be refused are repeats that have a stored answer.
 *
 * <p>Claims that are refused at the same time share a query, through a lane that writes nothing. So
 * a crowd at a seat that is taken costs the database one query at a time, for hundreds of claims,
 * and no place in the lanes that sell.
 */
public final class RepeatCheck implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Lane<Claim.Taking, Boolean> lane;

  /** What is known of a claim. */
  sealed interface Result {

    /** Its operation has a stored answer. */
    record Answered() implements Result {}

    /** It has no operation, or one without a stored answer. */
    record Unanswered() implements Result {}

    /** Nobody knows; the claim is told this, and may come again. */
    record Unknown(ClaimOutcome outcome) implements Result {}
  }

  public RepeatCheck(AnsweredOperations answered) {
    this.lane =
        new Lane<>(
            "repeats",
            LaneSettings.DEFAULT,
            new Asking(answered),
            LaneListener.NONE,
            Claim.Taking::show);
  }

  Result of(Claim.Taking claim) {
    if (claim.operation().isEmpty()) {
      return new Result.Unanswered();
    }
    return switch (lane.submit(claim, RequestDeadline.left(PATIENCE))) {
      case Outcome.Decided<Boolean>(Boolean answered) ->
          answered ? new Result.Answered() : new Result.Unanswered();
      case Outcome.Failed<Boolean>(LaneUnavailableException away) ->
          new Result.Unknown(new ReadOnly(String.valueOf(away.getMessage())));
      case Outcome.Failed<Boolean>(Throwable cause) ->
          throw new ClaimFailedException(
              "the stored answer to %s could not be looked up; nothing was written: %s"
                  .formatted(claim.described(), cause),
              cause);
      case Outcome<Boolean> tooMany ->
          new Result.Unknown(
              new Overloaded("its stored answer was not looked up in time: " + tooMany));
    };
  }

  private record Asking(AnsweredOperations answered) implements Committer<Claim.Taking, Boolean> {

    @Override
    public Commit<Boolean> commit(List<Claim.Taking> group) {
      Set<String> found =
          answered.among(group.stream().map(Asking::operation).collect(Collectors.toSet()));
      return new Commit.Done<>(
          group.stream()
              .<Decision<Boolean>>map(
                  claim -> new Decision.Decided<>(found.contains(operation(claim))))
              .toList());
    }

    @Override
    public Commit<Boolean> commitAlone(Claim.Taking claim) {
      return commit(List.of(claim));
    }

    private static String operation(Claim.Taking claim) {
      return claim.operation().map(Operation::id).orElseThrow();
    }
  }

  @Override
  public void close() {
    lane.close();
  }
}
