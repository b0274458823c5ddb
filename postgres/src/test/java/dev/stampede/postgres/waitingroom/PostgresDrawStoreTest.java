package dev.stampede.postgres.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.draw.DrawKeys;
import dev.stampede.engine.waitingroom.draw.DrawProof;
import dev.stampede.engine.waitingroom.draw.DrawResult;
import dev.stampede.engine.waitingroom.draw.DrawStore;
import dev.stampede.engine.waitingroom.draw.DrawnPlace;
import dev.stampede.engine.waitingroom.draw.EarlyArrivals;
import dev.stampede.engine.waitingroom.draw.Hash;
import dev.stampede.engine.waitingroom.draw.LeafMaker;
import dev.stampede.engine.waitingroom.draw.ProofCheck;
import dev.stampede.engine.waitingroom.draw.ProofVerdict;
import dev.stampede.postgres.ClaimsFixture;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PostgresDrawStoreTest {

  private static final boolean LONG = Boolean.getBoolean("stampede.long");
  private static final int MANY = LONG ? 1_000_000 : 20_000;

  private static ClaimsFixture fixture;
  private static DrawStore store;

  private ShowId show;

  @BeforeAll
  static void open() {
    fixture = new ClaimsFixture();
    store = new PostgresDrawStore(fixture.database);
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @BeforeEach
  void newShow() {
    show = fixture.show(1, 1);
  }

  @Test
  void theKeysAreMadeOnceHoweverManyAskAtOnce() throws Exception {
    Set<Hash> commitments = new HashSet<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<DrawKeys>> asking =
          IntStream.range(0, 50).mapToObj(i -> threads.submit(() -> store.keysFor(show))).toList();
      for (Future<DrawKeys> each : asking) {
        commitments.add(each.get().secret().commitment());
      }
    }

    assertThat(commitments).hasSize(1);
    assertThat(store.keysFor(fixture.show(1, 1)).secret().commitment()).isNotIn(commitments);
  }

  @Test
  void beforeTheDrawNothingButTheCommitmentIsKnown() {
    assertThat(store.proof(show)).isEmpty();

    Hash commitment = store.keysFor(show).secret().commitment();

    assertThat(store.proof(show)).contains(new DrawProof.Gathering(show, commitment));
    assertThat(store.drawn(show)).isEmpty();
    assertThat(store.places(show, 1, 10)).isEmpty();
    assertThat(store.placesOf(show, List.of(1L))).isEmpty();
  }

  @Test
  void aDrawIsKeptAndPassesItsOwnCheck() {
    Hash commitment = store.keysFor(show).secret().commitment();

    DrawResult drawn = store.draw(show, 1_000, () -> arrivals("buyer-", 2_500));

    assertThat(drawn.leaves()).isEqualTo(2_500);
    assertThat(drawn.base()).isEqualTo(1_000);
    assertThat(store.drawn(show)).contains(drawn);
    DrawProof.Published proof = (DrawProof.Published) store.proof(show).orElseThrow();
    assertThat(proof.commitment()).isEqualTo(commitment);
    assertThat(proof.root()).isEqualTo(drawn.root());
    assertThat(proof.drawnAt()).isEqualTo(drawn.drawnAt());
    assertThat(check(proof)).isEqualTo(new ProofVerdict.Honest(2_500));
  }

  @Test
  void everyArrivalIsTurnedIntoItsPlaceAndItsLeafIsTheBuyersOwn() {
    var _ = store.draw(show, 0, () -> arrivals("buyer-", 300));

    List<DrawnPlace> places = store.places(show, 1, 1_000);
    assertThat(places).extracting(DrawnPlace::place).isEqualTo(numbers(300));
    for (DrawnPlace each : places) {
      Buyer buyer = new Buyer("buyer-" + each.arrival());
      assertThat(each.buyer()).isEqualTo(buyer);
      assertThat(each.leaf())
          .isEqualTo(LeafMaker.leaf(buyer, store.keysFor(show).nonceKey().nonce(show, buyer)));
      assertThat(store.placesOf(show, List.of(each.arrival(), 999L)))
          .isEqualTo(Map.of(each.arrival(), each.place()));
    }
    assertThat(store.places(show, 101, 3))
        .extracting(DrawnPlace::place)
        .containsExactly(101, 102, 103);
    assertThat(store.places(show, 301, 3)).isEmpty();
  }

  @Test
  void aSecondDrawReturnsTheFirstResult() {
    DrawResult first = store.draw(show, 7, () -> arrivals("buyer-", 10));

    DrawResult again =
        store.draw(
            show,
            8,
            () -> {
              throw new AssertionError("nobody needs to know who is in line now");
            });

    assertThat(again).isEqualTo(first);
  }

  @Test
  void nobodyInLineIsADrawToo() {
    DrawResult drawn = store.draw(show, 0, EarlyArrivals::new);

    assertThat(drawn.leaves()).isZero();
    assertThat(check((DrawProof.Published) store.proof(show).orElseThrow()))
        .isEqualTo(new ProofVerdict.Honest(0));
  }

  @Test
  void namesOfAnyLengthAndScriptAreKept() {
    List<String> names = List.of("a", "아이유", "𝔘".repeat(64), "ü".repeat(128), "tab \"quote\" \\N");
    EarlyArrivals arrivals = new EarlyArrivals();
    names.forEach(name -> arrivals.add(name, names.indexOf(name) + 1L));

    var _ = store.draw(show, 0, () -> arrivals);

    assertThat(store.places(show, 1, 10))
        .hasSize(names.size())
        .allMatch(each -> each.buyer().sub().equals(names.get((int) each.arrival() - 1)));
  }

  @Test
  void pagesHaveALimit() {
    assertThatThrownBy(() -> store.places(show, 1, DrawStore.MAX_PAGE + 1))
        .hasMessageContaining("1..10000");
    assertThatThrownBy(() -> store.places(show, 0, 1)).hasMessageContaining("count from 1");
    List<Long> many =
        new ArrayList<>(IntStream.rangeClosed(0, 10_000).mapToObj(i -> (long) i).toList());
    assertThatThrownBy(() -> store.placesOf(show, many)).hasMessageContaining("at most 10000");
  }

  /** {@code bench waiting-room} says how long it takes. */
  @Test
  void aMillionAreKeptAndTheirProofIsHonest() {
    EarlyArrivals arrivals = arrivals("a-buyer-with-20-", MANY);

    DrawResult drawn = store.draw(show, 0, () -> arrivals);

    assertThat(drawn.leaves()).isEqualTo(MANY);
    assertThat(check((DrawProof.Published) store.proof(show).orElseThrow()))
        .isEqualTo(new ProofVerdict.Honest(MANY));
  }

  static EarlyArrivals arrivals(String prefix, int count) {
    EarlyArrivals arrivals = new EarlyArrivals();
    IntStream.rangeClosed(1, count).forEach(i -> arrivals.add(prefix + i, i));
    return arrivals;
  }

  private static List<Integer> numbers(int to) {
    return IntStream.rangeClosed(1, to).boxed().toList();
  }

  private static ProofVerdict check(DrawProof.Published proof) {
    ProofCheck check = new ProofCheck(proof);
    List<DrawnPlace> page = store.places(proof.show(), 1, DrawStore.MAX_PAGE);
    while (!page.isEmpty()) {
      page.forEach(each -> check.add(each.leaf()));
      page = store.places(proof.show(), page.getLast().place() + 1, DrawStore.MAX_PAGE);
    }
    return check.verdict();
  }
}
