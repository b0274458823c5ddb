package dev.stampede.lab.contest;

import dev.stampede.lab.house.Usage;
import dev.stampede.lab.way.Ticket;
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
public record Run(
    Trial trial,
    List<Story> stories,
    List<Ticket> tickets,
    Cost cost,
    List<String> errors,
    boolean stopped) {

  /** The time and the statements and commands of the whole run. */
  public record Cost(Duration took, Usage usage) {}

  public Run {
    stories =
        stories.stream()
            .sorted(Comparator.comparingLong((Story story) -> story.order().arrival()))
            .toList();
    tickets = List.copyOf(tickets);
    errors = List.copyOf(errors);
  }

  public List<Story> sold() {
    return stories.stream().filter(Story::isSold).toList();
  }

  public List<Story> failed() {
    return stories.stream().filter(story -> !story.isSold()).toList();
  }
}
