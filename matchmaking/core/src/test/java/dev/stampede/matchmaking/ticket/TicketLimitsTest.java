package dev.stampede.matchmaking.ticket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Invalid values are refused, with the field, the limit and the fix. */
final class TicketLimitsTest {

  @Test
  void aTicketHasItsLargestSizeAndNoMore() {
    assertThat(ticketOf(TicketLimits.MAX_BYTES - 5).extensions()).hasSize(1);
    assertThatThrownBy(() -> ticketOf(TicketLimits.MAX_BYTES - 4))
        .hasMessage("ticket has about 65537 bytes; send at most 65536");
  }

  @Test
  void everyMapAndListHasItsLimit() {
    Map<String, Double> many =
        IntStream.range(0, 257).boxed().collect(Collectors.toMap(i -> "n" + i, i -> 1.0));

    assertThatThrownBy(() -> new SearchFields(many, Map.of(), List.of()))
        .hasMessage("double_args has 257 entries; send at most 256");
    assertThatThrownBy(() -> new SearchFields(Map.of(), Map.of(), Collections.nCopies(257, "tag")))
        .hasMessage("tags has 257 entries; send at most 256");
  }

  @Test
  void anIdThatNoTicketEverHadIsNone() {
    assertThat(TicketId.parse("")).isEmpty();
    assertThat(TicketId.parse("a b")).isEmpty();
    assertThat(TicketId.parse("x".repeat(65))).isEmpty();
    assertThat(TicketId.parse("x".repeat(64))).isPresent();
  }

  @Test
  void claimsAndMatchesHaveTheirLimits() {
    TicketId one = new TicketId("one");

    assertThatThrownBy(() -> TicketClaim.of(0, Duration.ofSeconds(1)))
        .hasMessage("a claim is for 0 tickets; ask for 1..10000");
    assertThatThrownBy(() -> TicketClaim.of(1, Duration.ZERO))
        .hasMessageContaining("ask for 1 ms..PT1H");
    assertThatThrownBy(() -> new AssignmentGroup(List.of(one, one), Assignment.to("here")))
        .hasMessageContaining("names a ticket twice");
    assertThatThrownBy(() -> new AssignmentGroup(List.of(), Assignment.to("here")))
        .hasMessage("a match has 0 tickets; it has 1..1000");
  }

  private static NewTicket ticketOf(int bytes) {
    return new NewTicket(
        SearchFields.NONE, Map.of("x", new TypedBytes("type", new byte[bytes])), Map.of());
  }
}
