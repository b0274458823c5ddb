package dev.stampede.chaos.judge;

import dev.stampede.chaos.deployment.ChaosDeployment;
import dev.stampede.chaos.judge.Tables.Booking;
import dev.stampede.chaos.judge.Tables.Hold;
import dev.stampede.chaos.judge.Tables.TopUp;
import dev.stampede.chaos.load.ClientRequest.Kind;
import dev.stampede.chaos.load.RequestHistory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Compares the answers that people got with the tables: all that was acknowledged is there, and all
 * that is there was acknowledged, or a client was told that its outcome is unknown.
 */
final class AnswerCheck {

  private static final Pattern SEAT = Pattern.compile("A-(\\d+)-(\\d+)");

  private final Collection<RequestHistory> deeds;
  private final Map<String, Booking> bookings;
  private final Map<String, Hold> holds;
  private final Map<String, TopUp> topUps;

  AnswerCheck(Collection<RequestHistory> deeds, Tables tables) {
    this.deeds = deeds;
    Set<String> buyers = deeds.stream().map(one -> one.order().buyer()).collect(Collectors.toSet());
    this.bookings = tables.bookings();
    this.holds = tables.holds();
    this.topUps = tables.topUps();
    // Others may have been here before.
    bookings.values().removeIf(booking -> !buyers.contains(booking.buyer()));
    holds.values().removeIf(hold -> !buyers.contains(hold.buyer()));
    topUps.values().removeIf(topUp -> !buyers.contains(topUp.buyer()));
  }

  List<Finding> findings() {
    return List.of(
        bookingsAreThere(),
        cancelsAreThere(),
        topUpsAreThere(),
        holdsAreThere(),
        nothingWasDoneUntold());
  }

  private Finding bookingsAreThere() {
    List<String> wrong = new ArrayList<>();
    List<RequestHistory> promised = acknowledged(Kind.BOOK);
    for (RequestHistory deed : promised) {
      Optional<Booking> found = Optional.ofNullable(bookings.get(deed.id()));
      JsonNode promise = deed.promise().orElseThrow();
      boolean same =
          found
              .filter(row -> row.buyer().equals(deed.order().buyer()))
              .filter(row -> row.total() == promise.path("total").asLong())
              .filter(
                  row -> numbers(promise.path("seats").toString()).equals(Set.copyOf(row.seats())))
              .isPresent();
      if (!same) {
        wrong.add("booking %s of %s: %s".formatted(deed.id(), deed.order().buyer(), found));
      }
    }
    return Finding.of(
        "every acknowledged booking is there, as it was told", promised.size(), wrong);
  }

  /** And what nobody has cancelled stands. */
  private Finding cancelsAreThere() {
    Set<String> done =
        acknowledged(Kind.CANCEL).stream()
            .map(one -> one.order().about())
            .collect(Collectors.toSet());
    Set<String> open =
        doubtful(Kind.CANCEL).stream().map(one -> one.order().about()).collect(Collectors.toSet());
    List<String> wrong = new ArrayList<>();
    bookings.forEach(
        (id, booking) -> {
          if (done.contains(id) != booking.cancelled() && !open.contains(id)) {
            wrong.add(
                "booking %s %s"
                    .formatted(
                        id, booking.cancelled() ? "was cancelled by nobody" : "still stands"));
          }
        });
    return Finding.of(
        "cancelled bookings are cancelled, and all others stand", bookings.size(), wrong);
  }

  private Finding topUpsAreThere() {
    List<String> wrong = new ArrayList<>();
    List<RequestHistory> promised = acknowledged(Kind.TOP_UP);
    for (RequestHistory deed : promised) {
      TopUp expected = new TopUp(deed.order().buyer(), Long.parseLong(deed.order().about()));
      Optional<TopUp> found = Optional.ofNullable(topUps.get(deed.id()));
      if (!found.equals(Optional.of(expected))) {
        wrong.add("top-up %s of %s: %s".formatted(deed.id(), deed.order().buyer(), found));
      }
    }
    return Finding.of("every acknowledged top-up is there, once", promised.size(), wrong);
  }

  private Finding holdsAreThere() {
    List<String> wrong = new ArrayList<>();
    List<RequestHistory> promised = acknowledged(Kind.HOLD);
    for (RequestHistory deed : promised) {
      Optional<Hold> found = Optional.ofNullable(holds.get(deed.id()));
      boolean same =
          found
              .filter(row -> row.buyer().equals(deed.order().buyer()))
              .filter(row -> numbers(deed.order().about()).equals(Set.copyOf(row.seats())))
              .isPresent();
      if (!same) {
        wrong.add("hold %s of %s: %s".formatted(deed.id(), deed.order().buyer(), found));
      }
    }
    return Finding.of("every acknowledged hold was made", promised.size(), wrong);
  }

  /**
   * Checks that no buyer has, of any kind, more unacknowledged effects than orders left unknown.
   */
  private Finding nothingWasDoneUntold() {
    List<String> wrong = new ArrayList<>();
    Map<String, String> bookers = new HashMap<>();
    bookings.forEach((id, booking) -> bookers.put(id, booking.buyer()));
    untold(Kind.BOOK, bookers, wrong);
    Map<String, String> payers = new HashMap<>();
    topUps.forEach((id, topUp) -> payers.put(id, topUp.buyer()));
    untold(Kind.TOP_UP, payers, wrong);
    Map<String, String> holders = new HashMap<>();
    holds.forEach((id, hold) -> holders.put(id, hold.buyer()));
    untold(Kind.HOLD, holders, wrong);
    return Finding.of(
        "nothing was done that nobody was told of",
        bookers.size() + payers.size() + holders.size(),
        wrong);
  }

  private void untold(Kind kind, Map<String, String> ownerById, List<String> wrong) {
    Set<String> told =
        acknowledged(kind).stream().map(RequestHistory::id).collect(Collectors.toSet());
    Map<String, Integer> open = new HashMap<>();
    doubtful(kind).forEach(deed -> open.merge(deed.order().buyer(), 1, Integer::sum));
    Set<String> extra = new HashSet<>(ownerById.keySet());
    extra.removeAll(told);
    for (String id : extra) {
      String owner = ownerById.getOrDefault(id, "");
      if (open.merge(owner, -1, Integer::sum) < 0) {
        wrong.add("%s %s of %s".formatted(kind.label(), id, owner));
      }
    }
  }

  private List<RequestHistory> acknowledged(Kind kind) {
    return deeds.stream()
        .filter(deed -> deed.order().kind() == kind && deed.isAcknowledged())
        .toList();
  }

  private List<RequestHistory> doubtful(Kind kind) {
    return deeds.stream().filter(deed -> deed.order().kind() == kind && deed.isDoubtful()).toList();
  }

  /** The seats that a text names, as the tables count them. */
  private static Set<Integer> numbers(String text) {
    return SEAT.matcher(text).results().map(AnswerCheck::number).collect(Collectors.toSet());
  }

  private static int number(MatchResult seat) {
    int row = Integer.parseInt(seat.group(1));
    return (row - 1) * ChaosDeployment.SEATS_PER_ROW + Integer.parseInt(seat.group(2)) - 1;
  }
}
