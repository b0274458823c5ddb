package dev.stampede.prove.load;

import dev.stampede.crowd.Response;
import dev.stampede.prove.history.Answered;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads what the record keeps of an answer; seats become numbers. */
final class AnswerReader {

  private static final String PROBLEMS = "/problems/";
  private static final String OPERATIONS = "/api/v1/operations/";
  private static final int REDIRECTION = 300;
  private static final int ACCEPTED = 202;

  private final ShowsOnSale shows;

  AnswerReader(ShowsOnSale shows) {
    this.shows = shows;
  }

  Answered read(ClientCall call, Response response, JsonNode body) {
    if (response.status() >= REDIRECTION) {
      return refused(call, response.status(), body);
    }
    Answer answer = new Answer(response.status(), response.header("Idempotency-Replayed"));
    switch (call.kind()) {
      case HOLD, BEST, READ_HOLD -> sold(answer, body);
      case BOOK, BOOK_NOW, BOOK_OUTSIDE, CANCEL, READ_BOOKING -> booking(answer, body);
      case BOOK_ASYNC -> {
        if (response.status() == ACCEPTED) {
          answer.subject = operation(response);
          answer.states = body.path("state").asString("");
        } else {
          booking(answer, body);
        }
      }
      case OUTCOME -> outcome(answer, body);
      case TOP_UP -> {
        answer.subject = body.path("transferId").asString("");
        answer.balance = balance(body);
      }
      case READ_WALLET -> answer.balance = balance(body);
      case EXTEND -> answer.total = body.path("extended").asLong(0);
      case JOIN, POLL -> place(answer, body);
      case READ_SEATS -> seats(answer, call.seats(), body);
      case LIST_BOOKINGS -> list(answer, body);
      case RELEASE, LEAVE, FENCED_WRITE, JOB, TICKET, ASSIGNMENT, DROP_TICKET -> {}
    }
    return answer.build();
  }

  /** The parts of an answer while it is read. */
  private static final class Answer {
    private final int status;
    private final boolean replayed;
    private String problem = "";
    private String subject = "";
    private List<Integer> seats = List.of();
    private long total;
    private long balance = Answered.NO_BALANCE;
    private String states = "";
    private String pass = "";

    Answer(int status, Optional<String> replayed) {
      this.status = status;
      this.replayed = replayed.isPresent();
    }

    Answered build() {
      return new Answered(status, problem, subject, seats, total, balance, states, pass, replayed);
    }
  }

  static String slug(JsonNode problem) {
    String type = problem.path("type").asString("");
    return type.startsWith(PROBLEMS) ? type.substring(PROBLEMS.length()) : type;
  }

  /** A refusal names the seats that are taken, the balance, or the booking that a hold became. */
  private Answered refused(ClientCall call, int status, JsonNode body) {
    List<Integer> taken =
        body.has("taken") ? numbers(shows.of(call.asked().show()), body.path("taken")) : List.of();
    return new Answered(
        status,
        slug(body),
        body.path("bookingId").asString(""),
        taken,
        0,
        balance(body),
        "",
        "",
        false);
  }

  private void sold(Answer answer, JsonNode body) {
    answer.subject = body.path("id").asString("");
    answer.seats =
        numbers(shows.of(Long.parseLong(body.path("showId").asString("0"))), body.path("seats"));
    answer.total = body.path("total").asLong(0);
  }

  private void booking(Answer answer, JsonNode body) {
    sold(answer, body);
    answer.balance = balance(body);
    answer.states = body.path("state").asString("");
  }

  private void outcome(Answer answer, JsonNode body) {
    if (body.has("booking")) {
      booking(answer, body.path("booking"));
    } else if (body.has("problem")) {
      answer.problem = slug(body.path("problem"));
      answer.balance = balance(body.path("problem"));
    }
    answer.states = body.path("state").asString("");
  }

  private static void place(Answer answer, JsonNode body) {
    answer.states = body.path("state").asString("");
    answer.total = body.path("position").asLong(0);
    answer.subject = ReadableTokens.place(body.path("placeToken").asString(""));
    answer.pass = ReadableTokens.hash(body.path("pass").asString(""));
  }

  private static void seats(Answer answer, List<Integer> seats, JsonNode body) {
    StringBuilder all = new StringBuilder();
    body.path("sections").forEach(section -> all.append(section.path("states").asString("")));
    StringBuilder states = new StringBuilder(seats.size());
    seats.forEach(seat -> states.append(all.charAt(seat)));
    answer.states = states.toString();
    answer.subject = body.path("version").asString("");
    answer.problem = stale(body);
  }

  private static void list(Answer answer, JsonNode body) {
    List<String> ids = new ArrayList<>();
    StringBuilder states = new StringBuilder();
    for (JsonNode booking : body.path("items")) {
      ids.add(booking.path("id").asString(""));
      states.append(booking.path("state").asString("").equals("cancelled") ? 'x' : 'c');
    }
    answer.subject = String.join(",", ids);
    answer.states = states.toString();
    answer.total = ids.size();
    answer.problem = stale(body);
  }

  private static String stale(JsonNode body) {
    return body.path("stale").asBoolean(false) ? "stale" : "";
  }

  private static String operation(Response response) {
    return response
        .header("Location")
        .map(path -> ReadableTokens.operation(path.substring(OPERATIONS.length())))
        .orElse("");
  }

  private static long balance(JsonNode body) {
    return body.path("balance").asLong(Answered.NO_BALANCE);
  }

  private static List<Integer> numbers(LoadShow show, JsonNode labels) {
    List<Integer> numbers = new ArrayList<>();
    labels.forEach(label -> numbers.add(show.labels().number(label.asString(""))));
    return numbers;
  }
}
