package dev.stampede.postgres.claim;

import static dev.stampede.postgres.ClaimsFixture.hold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.postgres.CuttingProxy;
import dev.stampede.postgres.Database;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PostgresEarlierClaimsTest {

  @Test
  void aGroupOf512OperationsIsLookedUpInOneRoundTrip() throws Exception {
    try (ClaimsFixture fixture = new ClaimsFixture();
        CuttingProxy proxy = new CuttingProxy(fixture.data.url());
        Database database = Database.open(ClaimsFixture.settings(proxy.url()));
        GroupCommitter committer = fixture.committer()) {
      ShowId show = fixture.show(1, 10);
      Operation held = operation("held");
      Operation refused = operation("refused");
      var _ = committer.commit(List.of(hold(show, "ann", Optional.of(held), 1)));
      var _ = committer.commit(List.of(hold(show, "ben", Optional.of(refused), 1)));
      PostgresEarlierClaims earlier = new PostgresEarlierClaims(database);
      Set<String> ids = new HashSet<>(Set.of(held.id(), refused.id()));
      IntStream.range(0, 510).forEach(i -> ids.add(operation("new " + i).id()));
      assertThat(earlier.answered(Set.of(refused.id()))).isEmpty();
      var _ = proxy.roundTrips();

      assertThat(earlier.answered(ids)).containsExactly(held.id());
      assertThat(proxy.roundTrips()).isEqualTo(1);
    }
  }

  @Test
  void theOwnersOf512SeatsAreLookedUpInOneRoundTrip() throws Exception {
    try (ClaimsFixture fixture = new ClaimsFixture();
        CuttingProxy proxy = new CuttingProxy(fixture.data.url());
        Database database = Database.open(ClaimsFixture.settings(proxy.url()));
        GroupCommitter committer = fixture.committer()) {
      ShowId show = fixture.show(1, 512);
      ShowId other = fixture.show(1, 10);
      var _ =
          committer.commit(
              List.of(hold(show, "ann", 1), hold(show, "ben", 2), hold(other, "cleo", 3)));
      PostgresEarlierClaims earlier = new PostgresEarlierClaims(database);
      Set<Integer> seats = IntStream.range(0, 512).boxed().collect(Collectors.toSet());
      assertThat(earlier.owners(show, Set.of(3))).isEmpty();
      var _ = proxy.roundTrips();

      assertThat(earlier.owners(show, seats))
          .containsExactly(Map.entry(1, new Buyer("ann")), Map.entry(2, new Buyer("ben")));
      assertThat(proxy.roundTrips()).isEqualTo(1);
    }
  }

  private static Operation operation(String key) {
    return Operation.of(new Buyer("ann"), "POST /holds", key, new byte[0]);
  }
}
