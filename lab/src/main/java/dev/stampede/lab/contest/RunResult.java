package dev.stampede.lab.contest;

import dev.stampede.lab.services.ServiceUsage;
import dev.stampede.lab.strategy.LabSeatRow;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * The measurements of one run.
 *
 * @param stories of all buyers who had an answer, in the order of arrival
 * @param tickets every ticket as the database has it at the end
 * @param errors a few of the errors that occurred
 * @param stopped true if it was stopped before everybody had an answer
 */
public record RunResult(
    PlannedRun trial,
    List<BuyerResult> stories,
    List<LabSeatRow> tickets,
    Cost cost,
    List<String> errors,
    boolean stopped) {

  /** The time and the statements and commands of the whole run. */
  public record Cost(Duration took, ServiceUsage usage) {}

  public RunResult {
    stories =
        stories.stream()
            .sorted(Comparator.comparingLong((BuyerResult story) -> story.order().arrival()))
            .toList();
    tickets = List.copyOf(tickets);
    errors = List.copyOf(errors);
  }

  public List<BuyerResult> sold() {
    return stories.stream().filter(BuyerResult::isSold).toList();
  }

  public List<BuyerResult> failed() {
    return stories.stream().filter(story -> !story.isSold()).toList();
  }
}
