package dev.stampede.engine.waitingroom;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.waitingroom.Line.Answered;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds a buyer's place: from memory if this process knows it, else from the line. If needed it
 * begins the line again, reserves more numbers, or restores a place that the line has lost.
 */
final class PlaceFinder {

  /** The limit of tries: the line may be lost, and then out of numbers, and both again. */
  private static final int TRIES = 6;

  private static final Logger log = LoggerFactory.getLogger(PlaceFinder.class);

  /** A buyer's request to join, or to be found. */
  record PlaceRequest(Buyer buyer, Optional<String> placeToken, boolean joins) {}

  private final Line line;
  private final LineKeeper keeper;
  private final PlaceTokenChecker placeTokens;
  private final Departures departures;
  private final QueueOutcomes answers;
  private final RoomListener listener;

  PlaceFinder(
      Line line,
      LineKeeper keeper,
      PlaceTokenChecker placeTokens,
      Departures departures,
      QueueOutcomes answers,
      RoomListener listener) {
    this.line = line;
    this.keeper = keeper;
    this.placeTokens = placeTokens;
    this.departures = departures;
    this.answers = answers;
    this.listener = listener;
  }

  QueueOutcome ask(Room room, Show show, PlaceRequest request) {
    LineView view = room.view().orElseGet(() -> keeper.wake(room, show));
    if (System.nanoTime() - view.atNanos() > LineRooms.VIEW_KEPT.toNanos()) {
      return new QueueOutcome.Unavailable("the server's view of the waiting room is too old");
    }
    long number = room.number(request.buyer());
    OptionalLong position = number == 0 ? OptionalLong.empty() : view.positions().of(number);
    // Only after the loss of a line can a buyer have an older place than the one we know.
    if (position.isPresent()
        && (view.snapshot().epoch() == 1
            || token(show, request, view.snapshot().epoch()).isEmpty())) {
      return answers.waiting(
          show,
          view,
          new QueueOutcomes.Place(
              request.buyer(), number, view.snapshot().epoch(), position.getAsLong(), false));
    }
    return askLine(room, show, request);
  }

  /** The buyer's token, if it is from an earlier epoch than this. */
  private Optional<PlaceToken> token(Show show, PlaceRequest request, int epoch) {
    return request
        .placeToken()
        .flatMap(text -> answers.token(show, request.buyer(), text))
        .filter(token -> token.epoch() < epoch);
  }

  private QueueOutcome askLine(Room room, Show show, PlaceRequest request) {
    for (int attempt = 0; attempt < TRIES; attempt++) {
      long asked = System.nanoTime();
      try {
        Answered answered = askOnce(show, request);
        if (!(answered.answer() instanceof LineAnswer.NoNumbers)) {
          return answer(room, show, request.buyer(), answered, asked);
        }
      } catch (LineLostException lost) {
        log.debug("a line is lost; it is begun again", lost);
      }
      var _ = keeper.refreshSince(room, show, asked);
    }
    throw new LineUnavailableException(
        "the line of show %s was lost or out of numbers %d times in a row"
            .formatted(show.id(), TRIES));
  }

  /**
   * Looks for a buyer who shows a token before giving them a place: if the line has begun again
   * since, the token may be worth a better place.
   */
  private Answered askOnce(Show show, PlaceRequest request) {
    if (request.placeToken().isEmpty()) {
      return ask(show, request, 0);
    }
    Answered found = line.find(show.id(), request.buyer(), 0);
    long putBackTo =
        token(show, request, found.epoch())
            .filter(token -> isBehind(found.answer(), token))
            .map(placeTokens::worth)
            .orElse(0L);
    if (putBackTo > 0) {
      return putBack(show, request, found, putBackTo);
    }
    return isMissing(found.answer()) ? ask(show, request, 0) : found;
  }

  private Answered ask(Show show, PlaceRequest request, long putBackTo) {
    return request.joins()
        ? line.join(show.id(), request.buyer(), putBackTo)
        : line.find(show.id(), request.buyer(), putBackTo);
  }

  /**
   * Puts the buyer back to an earlier number. A buyer who had a later place gives that up, and the
   * server records this before it answers.
   */
  private Answered putBack(Show show, PlaceRequest request, Answered found, long putBackTo) {
    Answered answered = ask(show, request, putBackTo);
    if (found.answer() instanceof LineAnswer.InLine(long later, _)
        && answered.answer() instanceof LineAnswer.InLine(_, LineAnswer.How how)
        && how == LineAnswer.How.BACK) {
      LineExit exchanged =
          LineExit.away(LineExit.Kind.EXCHANGED, later, answered.epoch(), request.buyer());
      departures.write(show.id(), exchanged);
      var _ = line.settle(show.id(), List.of(exchanged));
    }
    return answered;
  }

  private static boolean isMissing(LineAnswer found) {
    return found instanceof LineAnswer.Absent || found instanceof LineAnswer.Unsure;
  }

  private static boolean isBehind(LineAnswer found, PlaceToken token) {
    return switch (found) {
      case LineAnswer.Absent _, LineAnswer.Unsure _ -> true;
      case LineAnswer.InLine(long number, _) -> number > token.number();
      case LineAnswer.Entering _, LineAnswer.Inside _, LineAnswer.NoNumbers _, LineAnswer.Full _ ->
          false;
    };
  }

  private QueueOutcome answer(
      Room room, Show show, Buyer buyer, Answered answered, long askedNanos) {
    return switch (answered.answer()) {
      case LineAnswer.InLine inLine -> {
        room.stands(buyer, inLine.number());
        switch (inLine.how()) {
          case NEW -> listener.joined();
          case BACK -> listener.restored();
          case THERE -> {}
        }
        yield waiting(room, show, buyer, answered, askedNanos);
      }
      case LineAnswer.Entering(long number) ->
          // A moment from now they are inside; until then nobody is before them.
          answers.waiting(
              show,
              room.view().orElseGet(() -> keeper.refreshSince(room, show, askedNanos)),
              new QueueOutcomes.Place(buyer, number, answered.epoch(), 1, false));
      case LineAnswer.Inside(long number, var until) -> {
        room.gone(buyer);
        yield answers.admitted(show.id(), buyer, number, until);
      }
      case LineAnswer.Absent() -> {
        room.gone(buyer);
        yield new QueueOutcome.NotInLine();
      }
      case LineAnswer.Unsure() ->
          new QueueOutcome.Unavailable("the server is restoring the waiting room");
      case LineAnswer.Full() -> new QueueOutcome.Full(keeper.maxWaiting());
      case LineAnswer.NoNumbers() -> throw new IllegalStateException("numbers are reserved before");
    };
  }

  /**
   * Answers a buyer in line. The last view does not contain buyers who were put back, or who came
   * to a line that has begun again; for them the server looks again.
   */
  private QueueOutcome waiting(
      Room room, Show show, Buyer buyer, Answered answered, long askedNanos) {
    LineAnswer.InLine inLine = (LineAnswer.InLine) answered.answer();
    LineView view =
        room.view()
            .filter(seen -> seen.isOf(answered))
            .filter(seen -> seen.positions().of(inLine.number()).isPresent())
            .orElseGet(() -> keeper.refreshSince(room, show, askedNanos));
    // During a draw the buyer may be moving to another number: until then they count as last.
    long position =
        view.positions().of(inLine.number()).orElse(Math.max(1, view.positions().size()));
    boolean joined = inLine.how() == LineAnswer.How.NEW;
    return answers.waiting(
        show,
        view,
        new QueueOutcomes.Place(buyer, inLine.number(), answered.epoch(), position, joined));
  }
}
