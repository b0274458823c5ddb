package dev.stampede.engine.claim.layer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.ClaimFailedException;
import dev.stampede.engine.claim.ClaimOutcome;
import dev.stampede.engine.claim.ClaimOutcome.NotAvailable;
import dev.stampede.engine.claim.Claims;
import dev.stampede.engine.claim.HeldSeats;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.Operation;
import dev.stampede.engine.claim.ShownPass;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.LaneUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;

/** The layers in front of the decision, over a gate and a core in memory. */
abstract class LayeredClaimsFixture {

  static final ShowId SHOW = new ShowId(1);
  static final Buyer ANN = new Buyer("ann");
  static final Buyer BEN = new Buyer("ben");
  static final Optional<Operation> KEYLESS = Optional.empty();
  static final Optional<Operation> KEYED = Optional.of(new Operation("k", "body"));
  static final Wanted.Best TWO = new Wanted.Best(2, OptionalInt.empty(), OptionalLong.empty());

  final Board board = new Board();
  final MemoryGate gate = new MemoryGate();
  final Core core = new Core();
  final Earlier earlier = new Earlier();
  final RepeatCheck repeats = new RepeatCheck(earlier);
  final Heard heard = new Heard();
  boolean writable = true;
  final LayeredClaims claims = new LayeredClaims(board, gate, core, repeats, () -> writable, heard);

  @AfterEach
  void close() {
    repeats.close();
  }

  static Claim.Hold seats(Buyer buyer, Optional<Operation> operation, Integer... numbers) {
    return new Claim.Hold(
        SHOW, buyer, operation, HoldId.fresh(0), new Wanted.Seats(List.of(numbers)));
  }

  /** A hold of the two best seats. */
  static Claim.Hold best(Optional<Operation> operation) {
    return new Claim.Hold(SHOW, ANN, operation, HoldId.fresh(0), TWO);
  }

  static Claim shown(Optional<Operation> operation, Wanted wanted, ShownPass pass) {
    return new Claim.Hold(SHOW, ANN, operation, HoldId.fresh(0), wanted, pass);
  }

  static HeldSeats someHold() {
    return new HeldSeats(HoldId.fresh(0), SHOW, ANN, List.of(3), 1, Instant.EPOCH);
  }

  /** The seats that this process knows from its board. */
  static final class Board implements KnownSeats {

    final Map<Integer, Buyer> owners = new HashMap<>();
    final Map<Integer, Duration> free = new HashMap<>();
    final Set<Wanted.Best> shortOf = new HashSet<>();

    @Override
    public boolean isShortOf(ShowId show, Wanted.Best wish) {
      return shortOf.contains(wish);
    }

    @Override
    public List<Integer> takenFrom(ShowId show, List<Integer> seats, Buyer buyer) {
      return seats.stream()
          .filter(seat -> !owners.getOrDefault(seat, buyer).equals(buyer))
          .toList();
    }

    @Override
    public boolean seenFree(ShowId show, List<Integer> seats, Duration longerThan) {
      return seats.stream()
          .allMatch(seat -> free.getOrDefault(seat, Duration.ZERO).compareTo(longerThan) > 0);
    }
  }

  /** Answers every claim with the same outcome. */
  static final class Core implements Claims {

    final List<Claim> claims = Collections.synchronizedList(new ArrayList<>());
    volatile ClaimOutcome answer = new NotAvailable();
    volatile CountDownLatch pass = new CountDownLatch(0);
    volatile Optional<ClaimFailedException> failure = Optional.empty();

    @Override
    public ClaimOutcome claim(Claim claim) {
      claims.add(claim);
      try {
        assertThat(pass.await(10, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      failure.ifPresent(
          broken -> {
            throw broken;
          });
      return answer;
    }
  }

  /** The operations with a stored answer, and the owners of seats. */
  static final class Earlier implements EarlierClaims {

    final Set<String> stored = ConcurrentHashMap.newKeySet();
    final Map<Integer, Buyer> owners = new ConcurrentHashMap<>();
    final List<Set<String>> asked = Collections.synchronizedList(new ArrayList<>());
    volatile Optional<LaneUnavailableException> failure = Optional.empty();

    @Override
    public Set<String> answered(Set<String> operations) {
      asked.add(operations);
      failWhileAway();
      return operations.stream().filter(stored::contains).collect(Collectors.toSet());
    }

    @Override
    public Map<Integer, Buyer> owners(ShowId show, Set<Integer> seats) {
      failWhileAway();
      return owners;
    }

    private void failWhileAway() {
      failure.ifPresent(
          away -> {
            throw away;
          });
    }
  }

  static final class Heard implements ClaimObserver {

    final List<String> words = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void decided(Claim claim, ClaimPassage passage) {
      words.add(word(passage.layer()) + ", " + word(passage.gate()));
    }

    private static String word(Enum<?> value) {
      return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }
}
