package dev.stampede.matchmaking.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.matchmaking.pool.DoubleRangeFilter.Exclude;
import dev.stampede.matchmaking.ticket.NewTicket;
import dev.stampede.matchmaking.ticket.SearchFields;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TicketId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Open Match's filters, to the letter. */
final class PoolTest {

  private static final double INF = Double.POSITIVE_INFINITY;
  private static final double NAN = Double.NaN;
  private static final Instant CREATED = Instant.parse("2026-11-16T12:00:00.000001Z");

  @Test
  void bothBoundsAreInUnlessExcluded() {
    assertThat(inRange(0, 0, 100, Exclude.NONE)).isTrue();
    assertThat(inRange(100, 0, 100, Exclude.NONE)).isTrue();
    assertThat(inRange(50, 0, 100, Exclude.NONE)).isTrue();
    assertThat(inRange(-1, 0, 100, Exclude.NONE)).isFalse();
    assertThat(inRange(101, 0, 100, Exclude.NONE)).isFalse();

    assertThat(inRange(0, 0, 100, Exclude.MIN)).isFalse();
    assertThat(inRange(100, 0, 100, Exclude.MIN)).isTrue();
    assertThat(inRange(0, 0, 100, Exclude.MAX)).isTrue();
    assertThat(inRange(100, 0, 100, Exclude.MAX)).isFalse();
    assertThat(inRange(0, 0, 100, Exclude.BOTH)).isFalse();
    assertThat(inRange(100, 0, 100, Exclude.BOTH)).isFalse();
    assertThat(inRange(50, 0, 100, Exclude.BOTH)).isTrue();
  }

  @Test
  void oneValueIsARangeAndAnEmptyRangeTakesNobody() {
    assertThat(inRange(5, 5, 5, Exclude.NONE)).isTrue();
    assertThat(inRange(5, 5, 5, Exclude.MIN)).isFalse();
    assertThat(inRange(5, 5, 5, Exclude.MAX)).isFalse();
    assertThat(inRange(5, 5, 5, Exclude.BOTH)).isFalse();
    assertThat(inRange(5, 6, 4, Exclude.NONE)).isFalse();
  }

  @Test
  void infinitiesAreNumbersLikeAnyOther() {
    assertThat(inRange(INF, 0, INF, Exclude.NONE)).isTrue();
    assertThat(inRange(INF, 0, INF, Exclude.MAX)).isFalse();
    assertThat(inRange(-INF, -INF, INF, Exclude.NONE)).isTrue();
    assertThat(inRange(-INF, -INF, INF, Exclude.MIN)).isFalse();
    assertThat(inRange(1, -INF, INF, Exclude.BOTH)).isTrue();
    assertThat(inRange(INF, 0, 100, Exclude.NONE)).isFalse();
    assertThat(inRange(Double.MAX_VALUE, 0, INF, Exclude.MAX)).isTrue();
    assertThat(inRange(-0.0, 0.0, 0.0, Exclude.NONE)).isTrue();
  }

  @Test
  void notANumberIsNowhere() {
    for (Exclude exclude : Exclude.values()) {
      assertThat(inRange(NAN, -INF, INF, exclude)).isFalse();
      assertThat(inRange(5, NAN, 10, exclude)).isFalse();
      assertThat(inRange(5, 0, NAN, exclude)).isFalse();
      assertThat(inRange(NAN, NAN, NAN, exclude)).isFalse();
    }
  }

  @Test
  void aMissingNumberIsOut() {
    for (Exclude exclude : Exclude.values()) {
      assertThat(new DoubleRangeFilter("skill", -INF, INF, exclude).takes(plain())).isFalse();
    }
    assertThat(new DoubleRangeFilter("Skill", -INF, INF, Exclude.NONE).takes(skilled(1))).isFalse();
  }

  @Test
  void textIsExactCapitalsIncluded() {
    Ticket ticket =
        ticket(new SearchFields(Map.of(), Map.of("mode", "Duel", "none", ""), List.of()));

    assertThat(new StringEqualsFilter("mode", "Duel").takes(ticket)).isTrue();
    assertThat(new StringEqualsFilter("mode", "duel").takes(ticket)).isFalse();
    assertThat(new StringEqualsFilter("mode", "Duel ").takes(ticket)).isFalse();
    assertThat(new StringEqualsFilter("Mode", "Duel").takes(ticket)).isFalse();
    assertThat(new StringEqualsFilter("none", "").takes(ticket)).isTrue();
    assertThat(new StringEqualsFilter("missing", "").takes(ticket)).isFalse();
  }

  @Test
  void allTagsMustBePresent() {
    Ticket ticket = ticket(new SearchFields(Map.of(), Map.of(), List.of("beta", "ranked")));

    assertThat(tags("beta").takes(ticket)).isTrue();
    assertThat(tags("beta", "ranked").takes(ticket)).isTrue();
    assertThat(tags("beta", "other").takes(ticket)).isFalse();
    assertThat(tags("Beta").takes(ticket)).isFalse();
    assertThat(tags("beta").takes(plain())).isFalse();
  }

  @Test
  void creationIsStrictlyBeforeAndStrictlyAfter() {
    Instant earlier = CREATED.minus(1, ChronoUnit.MICROS);
    Instant later = CREATED.plus(1, ChronoUnit.MICROS);

    assertThat(created(Optional.of(CREATED), Optional.empty()).takes(plain())).isFalse();
    assertThat(created(Optional.of(later), Optional.empty()).takes(plain())).isTrue();
    assertThat(created(Optional.of(earlier), Optional.empty()).takes(plain())).isFalse();
    assertThat(created(Optional.empty(), Optional.of(CREATED)).takes(plain())).isFalse();
    assertThat(created(Optional.empty(), Optional.of(earlier)).takes(plain())).isTrue();
    assertThat(created(Optional.empty(), Optional.of(later)).takes(plain())).isFalse();
    assertThat(created(Optional.of(later), Optional.of(earlier)).takes(plain())).isTrue();
  }

  @Test
  void anEmptyPoolTakesEverybodyAndAllFiltersCount() {
    assertThat(Pool.everybody("all").takes(plain())).isTrue();
    Pool both =
        new Pool(
            "both",
            List.of(new DoubleRangeFilter("skill", 0, 10, Exclude.NONE)),
            List.of(),
            List.of(new TagPresentFilter("beta")),
            Optional.empty(),
            Optional.empty());
    assertThat(both.takes(skilled(5))).isFalse();
    assertThat(
            both.takes(ticket(new SearchFields(Map.of("skill", 5.0), Map.of(), List.of("beta")))))
        .isTrue();
  }

  @Test
  void tooManyFiltersAreRefusedWithTheLimit() {
    List<TagPresentFilter> many = Collections.nCopies(101, new TagPresentFilter("x"));

    assertThatThrownBy(
            () -> new Pool("p", List.of(), List.of(), many, Optional.empty(), Optional.empty()))
        .hasMessage("pool p has 101 filters; give at most 100");
  }

  private static boolean inRange(double value, double min, double max, Exclude exclude) {
    return new DoubleRangeFilter("skill", min, max, exclude).takes(skilled(value));
  }

  private static Pool tags(String... tags) {
    return new Pool(
        "tags",
        List.of(),
        List.of(),
        List.of(tags).stream().map(TagPresentFilter::new).toList(),
        Optional.empty(),
        Optional.empty());
  }

  private static Pool created(Optional<Instant> before, Optional<Instant> after) {
    return new Pool("created", List.of(), List.of(), List.of(), before, after);
  }

  private static Ticket plain() {
    return ticket(SearchFields.NONE);
  }

  private static Ticket skilled(double skill) {
    return ticket(new SearchFields(Map.of("skill", skill), Map.of(), List.of()));
  }

  private static Ticket ticket(SearchFields fields) {
    return new Ticket(new TicketId("t"), NewTicket.of(fields), CREATED, Optional.empty());
  }
}
