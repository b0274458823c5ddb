package dev.stampede.matchmaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.matching.match.MatchPlan;
import dev.stampede.matching.ticket.NewTicket;
import dev.stampede.matching.ticket.SearchFields;
import dev.stampede.matching.ticket.Ticket;
import org.junit.jupiter.api.Test;

/** The matchmaker as its users have it in a test of theirs: what docs/matchmaking.md shows. */
final class MatchmakerTest {

  @Test
  void threeLinesMakeAMatch() {
    try (Matchmaker matchmaker = Matchmaker.start(MatchPlan.oneVersusOne("localhost:7000"))) {
      Ticket ann = matchmaker.create(NewTicket.of(SearchFields.NONE));
      Ticket ben = matchmaker.create(NewTicket.of(SearchFields.NONE));

      assertThat(matchmaker.awaitAssignment(ann.id()).connection()).isEqualTo("localhost:7000");
      assertThat(matchmaker.awaitAssignment(ben.id()).connection()).isEqualTo("localhost:7000");
    }
  }
}
