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
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PostgresAnsweredOperationsTest {

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
      PostgresAnsweredOperations answered = new PostgresAnsweredOperations(database);
      Set<String> ids = new HashSet<>(Set.of(held.id(), refused.id()));
      IntStream.range(0, 510).forEach(i -> ids.add(operation("new " + i).id()));
      assertThat(answered.among(Set.of(refused.id()))).isEmpty();
      var _ = proxy.roundTrips();

      assertThat(answered.among(ids)).containsExactly(held.id());
      assertThat(proxy.roundTrips()).isEqualTo(1);
    }
  }

  private static Operation operation(String key) {
    return Operation.of(new Buyer("ann"), "POST /holds", key, new byte[0]);
  }
}
