package dev.stampede.server.waitingroom;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.QueueOutcome;
import dev.stampede.engine.waitingroom.WaitingRooms.LeaveOutcome;
import dev.stampede.server.http.Answer;
import dev.stampede.server.http.Document;
import dev.stampede.server.http.JsonAnswer;
import dev.stampede.server.http.Problem;
import dev.stampede.server.http.ProblemType;
import dev.stampede.server.show.ShowRoutes;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Turns what became of asking the line into HTTP; the only place that does. */
final class QueueAnswers {

  private static final Duration COME_BACK = Duration.ofSeconds(2);

  /** A line that is full does not empty in a moment. */
  private static final Duration COME_BACK_LATER = Duration.ofSeconds(30);

  private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

  private QueueAnswers() {}

  static Answer of(ShowId show, QueueOutcome outcome, Instant now) {
    return switch (outcome) {
      case QueueOutcome.Waiting waiting ->
          json(waiting.joined() ? 201 : 200, PlaceJson.of(waiting, now));
      case QueueOutcome.Admitted admitted -> json(200, PlaceJson.of(admitted, now));
      case QueueOutcome.NotInLine() -> notInLine(show);
      case QueueOutcome.NoRoom() -> noRoom(show);
      case QueueOutcome.NoSuchShow() -> ShowRoutes.noSuchShow();
      case QueueOutcome.SaleClosed() ->
          Problem.of(ProblemType.SALE_CLOSED, "the sale is closed; the waiting room admits nobody");
      case QueueOutcome.Full(long limit) ->
          Problem.of(
                  ProblemType.OVERLOADED,
                  "%d people are in line, which is the limit; try again later".formatted(limit))
              .retryAfter(COME_BACK_LATER);
      case QueueOutcome.Unavailable(String why) ->
          unavailable(why, "if you had a place, you keep it: try again with your Stampede-Place");
    };
  }

  static Answer of(ShowId show, LeaveOutcome outcome) {
    return switch (outcome) {
      case LeaveOutcome.Left() -> JsonAnswer.noContent();
      case LeaveOutcome.NotInLine() -> notInLine(show);
      case LeaveOutcome.NoRoom() -> noRoom(show);
      case LeaveOutcome.NoSuchShow() -> ShowRoutes.noSuchShow();
      case LeaveOutcome.Unavailable(String why) ->
          unavailable(why, "you may still be in line; try again");
    };
  }

  private static Answer json(int status, String json) {
    return Document.data(status, json.getBytes(US_ASCII), JSON);
  }

  private static Problem notInLine(ShowId show) {
    return Problem.of(
        ProblemType.NOT_FOUND,
        "you are not in line for this show; join with POST %s".formatted(QueueRoutes.path(show)));
  }

  private static Problem noRoom(ShowId show) {
    return Problem.of(
        ProblemType.NOT_FOUND,
        "this show has no waiting room; claim seats directly with POST /api/v1/shows/%s/holds"
            .formatted(show));
  }

  private static Problem unavailable(String why, String whatToDo) {
    return Problem.of(ProblemType.QUEUE_UNAVAILABLE, why + "; " + whatToDo).retryAfter(COME_BACK);
  }
}
