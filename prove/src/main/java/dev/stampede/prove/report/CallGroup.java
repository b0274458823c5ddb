package dev.stampede.prove.report;

import dev.stampede.prove.history.CallKind;
import dev.stampede.prove.history.Meaning;
import dev.stampede.prove.history.RecordedCall;

/** Counts the calls of one kind, of one server, or of one second. */
final class CallGroup {

  private static final int SERVER_ERROR = 500;

  private final LatencyBuckets latencies = new LatencyBuckets();
  private long calls;
  private long acknowledged;
  private long failed;
  private long unknown;

  void add(RecordedCall call) {
    calls++;
    acknowledged += isAcknowledgedChange(call) ? 1 : 0;
    failed += isFailed(call) ? 1 : 0;
    unknown += call.meaning() == Meaning.UNKNOWN ? 1 : 0;
    latencies.add(call.completedMicros() - call.invokedMicros());
  }

  CallCount count() {
    return new CallCount(
        calls,
        acknowledged,
        failed,
        unknown,
        latencies.percentile(0.5),
        latencies.percentile(0.99));
  }

  /** A stored answer that is given again acknowledges a change of an earlier call. */
  static boolean isAcknowledgedChange(RecordedCall call) {
    return call.meaning() == Meaning.DONE && changes(call.kind()) && !call.answered().replayed();
  }

  static boolean isFailed(RecordedCall call) {
    int status = call.answered().status();
    return status == 0 || status >= SERVER_ERROR || call.meaning() == Meaning.UNKNOWN;
  }

  private static boolean changes(CallKind kind) {
    return switch (kind) {
      case HOLD,
          BEST,
          RELEASE,
          EXTEND,
          BOOK,
          BOOK_NOW,
          BOOK_ASYNC,
          BOOK_OUTSIDE,
          CANCEL,
          TOP_UP,
          JOIN,
          LEAVE,
          FENCED_WRITE,
          JOB,
          TICKET,
          DROP_TICKET ->
          true;
      case OUTCOME,
          POLL,
          READ_SEATS,
          READ_BOOKING,
          READ_HOLD,
          LIST_BOOKINGS,
          READ_WALLET,
          ASSIGNMENT ->
          false;
    };
  }
}
