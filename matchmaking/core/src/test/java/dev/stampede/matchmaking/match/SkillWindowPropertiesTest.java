package dev.stampede.matchmaking.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.matchmaking.pool.MatchProfile;
import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.SearchFields;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketId;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Properties of skill windows that hold for any tickets. */
final class SkillWindowPropertiesTest {

  private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");

  /** Nobody plays twice, and nobody plays too far from home. */
  @Property(tries = 200)
  void matchesAreWithinTheirWindowAndShareNobody(
      @ForAll @Size(max = 40) List<@DoubleRange(min = 0, max = 100) Double> skills,
      @ForAll @IntRange(min = 2, max = 5) int players,
      @ForAll @DoubleRange(min = 0, max = 20) double window) {
    List<Ticket> tickets =
        IntStream.range(0, skills.size()).mapToObj(i -> ticket("t" + i, skills.get(i), i)).toList();

    List<Match> matches =
        new SkillWindow(players, "skill", window, 0, window)
            .propose(
                new Candidates(MatchProfile.forEverybody("p"), Map.of("everybody", tickets), NOW));

    List<TicketId> all = matches.stream().flatMap(match -> match.ticketIds().stream()).toList();
    assertThat(new HashSet<>(all)).hasSameSizeAs(all);
    assertThat(matches).allMatch(match -> match.tickets().size() == players);
    assertThat(matches).allMatch(match -> -match.score() <= window);
  }

  private static Ticket ticket(String id, double skill, int waitedSeconds) {
    return new Ticket(
        new TicketId(id),
        NewTicket.of(new SearchFields(Map.of("skill", skill), Map.of(), List.of())),
        NOW.minusSeconds(waitedSeconds),
        Optional.empty());
  }
}
