package dev.stampede.engine.claim.layer;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimFailedException;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.Overloaded;
import dev.stampede.engine.claim.ClaimOutcome.ReadOnly;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.deadline.RequestDeadline;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Commit;
import dev.stampede.lane.Committer;
import dev.stampede.lane.Decision;
import dev.stampede.lane.Lane;
import dev.stampede.lane.LaneListener;
import dev.stampede.lane.LaneSettings;
import dev.stampede.lane.LaneUnavailableException;
import dev.stampede.lane.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds out if claims that are about to be refused are repeats: their operation has a stored
 * answer, or a seat that they want is their buyer's already.
 *
 * <p>Claims that are refused at the same time share a query, through a lane that writes nothing. So
 * a crowd at a seat that is taken costs the database one query at a time, for hundreds of claims,
 * and no place in the lanes that sell.
 */
public final class RepeatCheck implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Lane<Refused, Boolean> lane;

  /** The result of a check. */
  sealed interface Result {

    /** The claim repeats an earlier one, and must be decided. */
    record Repeated() implements Result {}

    record New() implements Result {}

    /** The check did not finish; the claim gets this outcome, and its client may retry. */
    record Unknown(ClaimOutcome outcome) implements Result {}
  }

  /** A claim, and those of its seats whose owner is not known. */
  private record Refused(Claim.Taking claim, List<Integer> seats) {

    ShowId show() {
      return claim.show();
    }

    boolean isAnswered(Set<String> operations) {
      return claim.operation().map(Operation::id).filter(operations::contains).isPresent();
    }

    boolean isOwner(Map<Integer, Buyer> owners) {
      return seats.stream().anyMatch(seat -> claim.buyer().equals(owners.get(seat)));
    }
  }

  public RepeatCheck(EarlierClaims earlier) {
    this.lane =
        new Lane<>(
            "repeats", LaneSettings.DEFAULT, new Asking(earlier), LaneListener.NONE, Refused::show);
  }

  /** Looks for the stored answer of a claim for seats that are known to be another buyer's. */
  Result ofOthersSeats(Claim.Taking claim) {
    return claim.operation().isEmpty() ? new Result.New() : of(claim, List.of());
  }

  /**
   * Looks for the stored answer of a claim, and for the owners of its seats.
   *
   * @param seats those that were refused to it
   */
  Result of(Claim.Taking claim, List<Integer> seats) {
    return switch (lane.submit(new Refused(claim, seats), RequestDeadline.left(PATIENCE))) {
      case Outcome.Decided<Boolean>(Boolean repeated) ->
          repeated ? new Result.Repeated() : new Result.New();
      case Outcome.Failed<Boolean>(LaneUnavailableException away) ->
          new Result.Unknown(new ReadOnly(String.valueOf(away.getMessage())));
      case Outcome.Failed<Boolean>(Throwable cause) ->
          throw new ClaimFailedException(
              "earlier claims like %s could not be looked up; nothing was written: %s"
                  .formatted(claim.described(), cause),
              cause);
      case Outcome<Boolean> tooMany ->
          new Result.Unknown(
              new Overloaded("earlier claims like it were not looked up in time: " + tooMany));
    };
  }

  private record Asking(EarlierClaims earlier) implements Committer<Refused, Boolean> {

    @Override
    public Commit<Boolean> commit(List<Refused> group) {
      Set<String> answered = answered(group);
      Map<ShowId, Map<Integer, Buyer>> owners = owners(group);
      return new Commit.Done<>(
          group.stream()
              .<Decision<Boolean>>map(
                  each ->
                      new Decision.Decided<>(
                          each.isAnswered(answered)
                              || each.isOwner(owners.getOrDefault(each.show(), Map.of()))))
              .toList());
    }

    private Set<String> answered(List<Refused> group) {
      Set<String> operations =
          group.stream()
              .flatMap(each -> each.claim().operation().stream())
              .map(Operation::id)
              .collect(Collectors.toSet());
      return operations.isEmpty() ? Set.of() : earlier.answered(operations);
    }

    private Map<ShowId, Map<Integer, Buyer>> owners(List<Refused> group) {
      Map<ShowId, Set<Integer>> seats = new HashMap<>();
      for (Refused each : group) {
        if (!each.seats().isEmpty()) {
          seats.computeIfAbsent(each.show(), _ -> new HashSet<>()).addAll(each.seats());
        }
      }
      Map<ShowId, Map<Integer, Buyer>> owners = new HashMap<>();
      seats.forEach((show, its) -> owners.put(show, earlier.owners(show, its)));
      return owners;
    }

    @Override
    public Commit<Boolean> commitAlone(Refused claim) {
      return commit(List.of(claim));
    }
  }

  @Override
  public void close() {
    lane.close();
  }
}
