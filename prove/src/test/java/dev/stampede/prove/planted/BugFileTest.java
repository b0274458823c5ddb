package dev.stampede.prove.planted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.prove.history.CallKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BugFileTest {

  private static final String FIELDS =
      """
      why: It seemed
        to be enough.
      shows: Seats are sold twice.
      breaks: one-owner, no-cycles
      processes: servers
      servers: 2
      operations: hold, book-now
      habits: hot-seats
      seconds: 30
      """;

  private static final String CHANGES =
      """
      === change engine/src/main/java/A.java
          first
        second
      === to
          third
      === change engine/src/main/java/B.java
      gone
      === to
      === add postgres/src/main/resources/V900.sql
      DROP INDEX a;

      DROP INDEX b;
      """;

  @Test
  void aFileHasFieldsAndChanges() {
    PlantedBug bug = BugFile.read("a-bug", FIELDS + CHANGES);
    assertThat(bug.name()).isEqualTo("a-bug");
    assertThat(bug.story().why()).isEqualTo("It seemed to be enough.");
    assertThat(bug.story().seenRed()).isEmpty();
    assertThat(bug.invariants()).containsExactly("one-owner", "no-cycles");
    assertThat(bug.needs().processes()).isEqualTo(Needs.Processes.SERVERS);
    assertThat(bug.needs().servers()).isEqualTo(2);
    assertThat(bug.needs().operations())
        .containsExactlyInAnyOrder(CallKind.HOLD, CallKind.BOOK_NOW);
    assertThat(bug.needs().habits()).containsExactly("hot-seats");
    assertThat(bug.needs().faults()).isEmpty();
    assertThat(bug.needs().within()).isEqualTo(Duration.ofSeconds(30));
    assertThat(bug.changes())
        .containsExactly(
            new SourceChange.Edit(
                "engine/src/main/java/A.java", "    first\n  second", "    third"),
            new SourceChange.Edit("engine/src/main/java/B.java", "gone", ""),
            new SourceChange.Addition(
                "postgres/src/main/resources/V900.sql", "DROP INDEX a;\n\nDROP INDEX b;\n"));
  }

  @Test
  void aMistakeInAFileIsNamed() {
    refused(FIELDS, "0 changes");
    refused(FIELDS.replace("hold,", "hold-on,") + CHANGES, "HOLD_ON");
    refused(FIELDS.replace("seconds: 30", "seconds: 0") + CHANGES, "seconds is 0; set 1..600");
    refused(FIELDS.replace("servers: 2", "servers: 9") + CHANGES, "servers is 9; set 1..3");
    refused(FIELDS.replace("why: ", "because: ") + CHANGES, "'because: It seemed' is no field");
    refused(FIELDS.replace("shows: Seats are sold twice.\n", "") + CHANGES, "'shows' is missing");
    refused(FIELDS + "=== change A.java\nfirst\n", "line 10 is '=== change A.java'");
    refused(FIELDS + "=== change A.java\nfirst\n=== to\nfirst\n", "changes nothing");
  }

  private static void refused(String text, String why) {
    assertThatThrownBy(() -> BugFile.read("a-bug", text))
        .isInstanceOf(PlantingException.class)
        .hasMessageContaining("a-bug.bug cannot be read")
        .hasMessageContaining(why);
  }
}
