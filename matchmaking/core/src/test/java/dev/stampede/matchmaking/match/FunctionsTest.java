package dev.stampede.matchmaking.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.matchmaking.pool.MatchProfile;
import dev.stampede.matchmaking.pool.Pool;
import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.SearchFields;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The two functions that are built in, and the evaluator. */
final class FunctionsTest {

  private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");
  private static final MatchProfile PROFILE =
      new MatchProfile("p", List.of(Pool.everybody("a"), Pool.everybody("b")), Map.of());

  @Test
  void theLongestWaitingPlayAgainstEachOtherWithinTheirPool() {
    List<Match> pairs =
        new OneVersusOne()
            .propose(
                candidates(
                    Map.of(
                        "a",
                        List.of(ticket("1", 0, 0), ticket("2", 0, 0), ticket("3", 0, 0)),
                        "b",
                        List.of(ticket("4", 0, 0)))));

    assertThat(pairs).extracting(FunctionsTest::names).containsExactly("1 2");
  }

  @Test
  void playersCloseInSkillAreMatchedAndOthersWait() {
    SkillWindow function = new SkillWindow(2, "skill", 10, 0, 10);

    List<Match> matches =
        function.propose(candidates(ticket("1", 100, 0), ticket("2", 200, 0), ticket("3", 205, 0)));

    assertThat(matches).extracting(FunctionsTest::names).containsExactly("2 3");
    assertThat(matches.getFirst().score()).isEqualTo(-5);
  }

  @Test
  void theWindowWidensForWhoeverWaits() {
    SkillWindow function = new SkillWindow(2, "skill", 10, 5, 100);
    Ticket near = ticket("1", 100, 0);

    assertThat(function.propose(candidates(near, ticket("2", 150, 7)))).isEmpty();
    assertThat(function.propose(candidates(near, ticket("2", 150, 8)))).hasSize(1);
    assertThat(function.propose(candidates(near, ticket("2", 201, 3_600)))).isEmpty();
  }

  @Test
  void theTicketThatWaitsLongestIsMatchedWithTheClosestOthers() {
    SkillWindow function = new SkillWindow(3, "skill", 100, 0, 100);

    List<Match> matches =
        function.propose(
            candidates(
                ticket("1", 0, 1),
                ticket("2", 30, 1),
                ticket("3", 60, 9),
                ticket("4", 70, 1),
                ticket("5", 80, 1)));

    assertThat(matches).extracting(FunctionsTest::names).containsExactly("3 4 5");
  }

  @Test
  void ticketsWithoutAFiniteSkillAreNotMatched() {
    SkillWindow function = new SkillWindow(2, "skill", 10, 0, 10);

    assertThat(
            function.propose(
                candidates(
                    ticket("1", Double.NaN, 0),
                    ticket("2", Double.POSITIVE_INFINITY, 0),
                    ticket("3", Double.POSITIVE_INFINITY, 0),
                    new Ticket(
                        new TicketId("4"),
                        NewTicket.of(SearchFields.NONE),
                        NOW,
                        Optional.empty()))))
        .isEmpty();
  }

  @Test
  void aWindowThatMakesNoSenseIsRefused() {
    assertThatThrownBy(() -> new SkillWindow(1, "skill", 1, 1, 1))
        .hasMessage("players is 1; set 2..100");
    assertThatThrownBy(() -> new SkillWindow(2, "", 1, 1, 1))
        .hasMessageContaining("name one of double_args");
    assertThatThrownBy(() -> new SkillWindow(2, "skill", Double.NaN, 1, 1))
        .hasMessageContaining("window is NaN");
    assertThatThrownBy(() -> new SkillWindow(2, "skill", 2, 1, 1))
        .hasMessageContaining("widest not below window");
  }

  @Test
  void theBetterScoreStaysAndOfEqualsTheLongerWait() {
    Ticket one = ticket("1", 0, 1);
    Ticket two = ticket("2", 0, 2);
    Ticket three = ticket("3", 0, 3);
    Match good = match("good", 2, one, two);
    Match longer = match("longer", 1, one, three);
    Match shorter = match("shorter", 1, one);

    assertThat(new BestFirst().choose(List.of(shorter, longer, good))).containsExactly(good);
    assertThat(new BestFirst().choose(List.of(shorter, longer))).containsExactly(longer);
    assertThat(new BestFirst().choose(List.of(match("own", 0, two), longer)))
        .extracting(Match::id)
        .containsExactly("longer", "own");
  }

  private static Match match(String id, double score, Ticket... tickets) {
    return new Match(id, "p", List.of(tickets), score, Map.of());
  }

  private static String names(Match match) {
    return String.join(" ", match.tickets().stream().map(ticket -> ticket.id().value()).toList());
  }

  private static Candidates candidates(Ticket... tickets) {
    return candidates(Map.of("a", List.of(tickets)));
  }

  private static Candidates candidates(Map<String, List<Ticket>> pools) {
    return new Candidates(PROFILE, pools, NOW);
  }

  private static Ticket ticket(String id, double skill, int waitedSeconds) {
    return new Ticket(
        new TicketId(id),
        NewTicket.of(new SearchFields(Map.of("skill", skill), Map.of(), List.of())),
        NOW.minusSeconds(waitedSeconds),
        Optional.empty());
  }
}
