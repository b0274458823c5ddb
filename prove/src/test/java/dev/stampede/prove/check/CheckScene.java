package dev.stampede.prove.check;

import dev.stampede.prove.history.Answered;
import dev.stampede.prove.history.Asked;
import dev.stampede.prove.history.CallKind;
import dev.stampede.prove.history.RecordedCall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A short run in which everything happens once that an invariant looks at, and no promise is
 * broken. Ann and Bob buy in show 11; show 12 has a waiting room.
 */
final class CheckScene {

  static final long SHOW = 11;
  static final long ROOM = 12;
  private static final long SECOND = 1_000_000;
  private static final int MOST_SEATS = 6;

  /** The operation of the operator's POST /api/v1/shows/11/holds/extend with the key e-1. */
  private static final String EXTENSION =
      "b4d93c4ab2663187c49dbd7901954920e0666da8e810f498a3e8d4c69681b7e5";

  private final SaleModel model = new SaleModel(1, 2, 8);
  private final List<RecordedCall> calls = new ArrayList<>();
  private final RecordWriter writer;
  private long now = 10 * SECOND;

  private CheckScene(Path folder) {
    this.writer = new RecordWriter(folder).limit(MOST_SEATS).room(ROOM);
  }

  /** Writes the record of it. */
  static Path write(Path folder) {
    CheckScene scene = new CheckScene(folder);
    scene.sale();
    scene.refusals();
    scene.line();
    scene.libraries();
    scene.writer.calls(List.of(scene.model.history(scene.calls)));
    scene.writer.rows(scene.model.history(scene.calls));
    return scene.writer.close();
  }

  private Answered decide(CallKind kind, String buyer, Asked asked) {
    now += SECOND;
    Answered answer = model.decide(kind, buyer, asked, now);
    record(kind, buyer, asked, answer);
    return answer;
  }

  private void record(CallKind kind, String buyer, Asked asked, Answered answer) {
    int id = calls.size() + 1;
    calls.add(
        new RecordedCall(id, kind, 0, buyer, 0, now - SECOND / 4, now + SECOND / 4, asked, answer));
  }

  private static Asked seats(long show, Integer... numbers) {
    return Asked.NOTHING.in(show).seats(List.of(numbers));
  }

  private static Answered answer(int status, String subject, String states) {
    return new Answered(status, "", subject, List.of(), 0, -1, states, "", false);
  }

  private void sale() {
    decide(CallKind.TOP_UP, "ann", Asked.NOTHING.amount(100).key("t-1"));
    decide(CallKind.TOP_UP, "ann", Asked.NOTHING.amount(20).key("t-2"));
    decide(CallKind.TOP_UP, "bob", Asked.NOTHING.amount(50).key("t-3"));
    Asked two = seats(SHOW, 0, 1).key("h-1");
    String hold = decide(CallKind.HOLD, "ann", two).subject();
    decide(CallKind.HOLD, "ann", two);
    decide(CallKind.READ_HOLD, "ann", Asked.NOTHING.about(hold));
    decide(CallKind.HOLD, "bob", seats(SHOW, 1).key("h-2"));
    String booking = decide(CallKind.BOOK, "ann", Asked.NOTHING.about(hold).key("b-1")).subject();
    decide(CallKind.READ_BOOKING, "ann", Asked.NOTHING.about(booking));
    decide(CallKind.READ_WALLET, "ann", Asked.NOTHING);
    decide(CallKind.READ_SEATS, "bob", seats(SHOW, 0, 5));
    record(
        CallKind.LIST_BOOKINGS,
        "ann",
        Asked.NOTHING.amount(20),
        new Answered(200, "", booking, List.of(), 1, -1, "c", "", false));
    decide(CallKind.CANCEL, "ann", Asked.NOTHING.about(booking).key("c-1"));
    String given = decide(CallKind.HOLD, "bob", seats(SHOW, 2).key("h-3")).subject();
    decide(CallKind.RELEASE, "bob", Asked.NOTHING.about(given));
    async();
    String left = decide(CallKind.HOLD, "bob", seats(SHOW, 3).key("h-4")).subject();
    now += 20 * SECOND;
    model.reap(now);
    outside(left);
    extension();
  }

  private void async() {
    UUID request = UUID.fromString("11111111-0000-0000-0000-000000000001");
    Asked asked = seats(SHOW, 4).key("a-1");
    now += SECOND;
    Answered booked = model.decide(CallKind.BOOK_NOW, "bob", asked, now);
    record(CallKind.BOOK_ASYNC, "bob", asked, answer(202, request.toString(), "queued"));
    now += SECOND;
    record(
        CallKind.OUTCOME,
        "bob",
        Asked.NOTHING.about(request.toString()),
        new Answered(
            200,
            "",
            booked.subject(),
            booked.seats(),
            booked.total(),
            booked.balance(),
            "done",
            "",
            false));
    writer.row(
        "request_outcome", request, SHOW, RecordWriter.time(now), booked.subject(), "booked", "{}");
  }

  /** A payment outside that comes too late: its money is to be paid back. */
  private void outside(String hold) {
    record(
        CallKind.BOOK_OUTSIDE,
        "bob",
        Asked.NOTHING.about(hold).reference("r-1").key("o-1"),
        Answered.problem(410, "hold-expired"));
    writer.row(
        "outside_payment",
        10,
        RecordWriter.time(now),
        null,
        hold,
        null,
        UUID.fromString("11111111-0000-0000-0000-000000000002"),
        "e",
        "bob",
        "till",
        "r-1",
        null);
  }

  private void extension() {
    Asked asked = Asked.NOTHING.in(SHOW).amount(5).key("e-1");
    now += SECOND;
    record(CallKind.EXTEND, "operator", asked, answer(200, "", ""));
    writer.row(
        "hold_extension",
        1,
        SHOW,
        5_000,
        RecordWriter.time(now),
        0,
        0,
        "t",
        new UUID(0, 0),
        "\\\\x" + EXTENSION,
        "\\\\x" + "00".repeat(32));
  }

  private void refusals() {
    decide(CallKind.HOLD, "bob", seats(SHOW, 5, 6).key("h-5"));
    decide(CallKind.HOLD, "ann", seats(SHOW, 6).key("h-6"));
    String dear = model.holdsOf("bob").getLast();
    decide(CallKind.BOOK_NOW, "carl", seats(SHOW, 7).key("n-1"));
    decide(CallKind.BOOK, "bob", Asked.NOTHING.about(dear).key("b-2"));
    now += 20 * SECOND;
    model.reap(now);
  }

  private void line() {
    place(CallKind.JOIN, "ann", 201, "1/1", "waiting", "");
    place(CallKind.JOIN, "bob", 201, "2/1", "waiting", "");
    place(CallKind.POLL, "ann", 200, "", "admitted", "aa");
    gone(1, "ann", "a");
    Asked asked = seats(ROOM, 0).key("p-1").pass("aa");
    String hold = decide(CallKind.HOLD, "ann", asked).subject();
    decide(CallKind.BOOK, "ann", Asked.NOTHING.about(hold).key("p-2"));
    now += SECOND;
    record(
        CallKind.HOLD,
        "ann",
        seats(ROOM, 1).key("p-3").pass("aa"),
        Answered.problem(403, "pass-invalid"));
    place(CallKind.POLL, "bob", 200, "", "admitted", "bb");
    gone(2, "bob", "a");
    place(CallKind.JOIN, "carl", 201, "3/1", "waiting", "");
    place(CallKind.LEAVE, "carl", 204, "", "", "");
    gone(3, "carl", "l");
  }

  private void place(
      CallKind kind, String buyer, int status, String place, String state, String pass) {
    now += SECOND;
    record(
        kind,
        buyer,
        Asked.NOTHING.in(ROOM),
        new Answered(status, "", place, List.of(), 1, -1, state, pass, false));
  }

  private void gone(long number, String buyer, String kind) {
    writer.row(
        "queue_gone",
        ROOM,
        number,
        kind.equals("a") ? RecordWriter.time(now) : null,
        1,
        kind,
        buyer);
  }

  private void libraries() {
    for (int fence = 1; fence <= 2; fence++) {
      now += SECOND;
      Asked asked = Asked.NOTHING.about("lamp").amount(fence);
      record(CallKind.FENCED_WRITE, "w-" + fence, asked, answer(201, "" + fence, ""));
      writer.row(
          "prove.fenced_write",
          fence,
          "lamp",
          fence,
          "w-" + fence,
          calls.size(),
          RecordWriter.time(now));
    }
    now += SECOND;
    record(CallKind.JOB, "ann", Asked.NOTHING.about("j-1").key("j-1"), answer(201, "7", ""));
    writer.row("prove.job_asked", "j-1", calls.size());
    writer.row("prove.job_effect", "j-1", 1, "worker-1", RecordWriter.time(now));
    for (String ticket : List.of("x", "y")) {
      now += SECOND;
      record(CallKind.TICKET, "ann", Asked.NOTHING.key(ticket), answer(201, ticket, ""));
    }
    for (String ticket : List.of("x", "y")) {
      now += SECOND;
      record(
          CallKind.ASSIGNMENT,
          "ann",
          Asked.NOTHING.about(ticket),
          answer(200, "host:1", "assigned"));
    }
    writer.row("database_epoch", 1, 1, 1, "-infinity", RecordWriter.time(0));
  }
}
