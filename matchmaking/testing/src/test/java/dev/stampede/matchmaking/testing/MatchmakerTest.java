package dev.stampede.matchmaking.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.matchmaking.match.MatchPlan;
import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.SearchFields;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.openmatch.CreateTicketRequest;
import dev.stampede.openmatch.WatchAssignmentsRequest;
import java.util.List;
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

  @Test
  void aClientOfOpenMatchIsServedToo() {
    try (Matchmaker matchmaker = Matchmaker.start(MatchPlan.oneVersusOne("localhost:7000"))) {
      var anybody =
          CreateTicketRequest.newBuilder()
              .setTicket(dev.stampede.openmatch.Ticket.getDefaultInstance())
              .build();
      String ann = matchmaker.frontend().createTicket(anybody).getId();
      String ben = matchmaker.frontend().createTicket(anybody).getId();

      for (String id : List.of(ann, ben)) {
        var watch = WatchAssignmentsRequest.newBuilder().setTicketId(id).build();
        assertThat(
                matchmaker
                    .frontend()
                    .watchAssignments(watch)
                    .next()
                    .getAssignment()
                    .getConnection())
            .isEqualTo("localhost:7000");
      }
    }
  }
}
