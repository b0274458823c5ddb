package dev.stampede.crowd;

/**
 * Reads one answer out of a buffer that fills little by little.
 *
 * <p>It goes over each byte of the head once to find its end and once to read it, however finely
 * the server dribbles. Chunks are joined in place, so that the body is one slice whichever way it
 * came. Interim answers (1xx) are skipped.
 */
final class ResponseParser {

  /** The state of the answer after the bytes seen so far. */
  enum Progress {
    MORE,
    DONE,
    MALFORMED
  }

  private enum State {
    HEAD,
    SIZED_BODY,
    CHUNK_SIZE,
    CHUNK_DATA,
    CHUNK_END,
    TRAILERS,
    BODY_UNTIL_CLOSE,
    DONE,
    MALFORMED
  }

  private static final int MAX_CHUNK_LINE = 256;
  private static final int MAX_CHUNK_DIGITS = 7;

  private final ResponseHead head = new ResponseHead();
  private final Response response = new Response();
  private State state = State.HEAD;
  private boolean bodiless;

  /** Everything before this has been dealt with, except for the end of the head: see there. */
  private int position;

  private int messageFrom;
  private int headersFrom;
  private int headersTo;
  private int bodyFrom;
  private int bodyTo;
  private long expected;

  /** Begins a new answer at the start of the buffer. */
  void reset(boolean answeredWithoutBody) {
    bodiless = answeredWithoutBody;
    beginMessage(0);
  }

  Response response() {
    return response;
  }

  /** True if the connection may carry another request. */
  boolean keepAlive() {
    return head.keepAlive();
  }

  /** Returns the position at which the answer ended in the bytes read. */
  int consumed() {
    return position;
  }

  /** Takes in everything before {@code limit}; the bytes may have moved to a larger array. */
  Progress advance(byte[] buffer, int limit) {
    boolean moved = true;
    while (moved) {
      moved = step(buffer, limit);
    }
    if (state == State.DONE) {
      show(buffer);
      return Progress.DONE;
    }
    return state == State.MALFORMED ? Progress.MALFORMED : Progress.MORE;
  }

  /** The connection has ended: true when that is what the answer was waiting for. */
  boolean endedByClose(byte[] buffer) {
    if (state != State.BODY_UNTIL_CLOSE) {
      return false;
    }
    state = State.DONE;
    show(buffer);
    return true;
  }

  private boolean step(byte[] buffer, int limit) {
    return switch (state) {
      case HEAD -> head(buffer, limit);
      case SIZED_BODY -> sizedBody(limit);
      case CHUNK_SIZE -> chunkSize(buffer, limit);
      case CHUNK_DATA -> chunkData(buffer, limit);
      case CHUNK_END -> chunkEnd(buffer, limit);
      case TRAILERS -> trailer(buffer, limit);
      case BODY_UNTIL_CLOSE -> untilClose(limit);
      case DONE, MALFORMED -> false;
    };
  }

  private void beginMessage(int from) {
    state = State.HEAD;
    messageFrom = from;
    position = from + ResponseHead.STATUS_LINE_BYTES;
  }

  private void show(byte[] buffer) {
    response.show(head.status(), buffer, headersFrom, headersTo);
    response.showBody(bodyFrom, bodyTo);
  }

  private boolean to(State next) {
    state = next;
    return true;
  }

  /**
   * Looks for the empty line; {@code position} is where its last byte could be at the earliest, and
   * a byte that is no line break lets the search skip four at a time.
   */
  private boolean head(byte[] buffer, int limit) {
    if (limit - messageFrom < ResponseHead.STATUS_LINE_BYTES) {
      return false;
    }
    if (!head.readStatus(buffer, messageFrom)) {
      return to(State.MALFORMED);
    }
    int i = position;
    while (i < limit) {
      if (buffer[i] == '\n') {
        if (buffer[i - 1] == '\r' && buffer[i - 2] == '\n' && buffer[i - 3] == '\r') {
          return headEnds(buffer, i + 1);
        }
        i += 2;
      } else {
        i += buffer[i] == '\r' ? 1 : 4;
      }
    }
    position = i;
    return false;
  }

  private boolean headEnds(byte[] buffer, int end) {
    headersFrom = 1 + Bytes.indexOf(buffer, messageFrom, end, (byte) '\n');
    headersTo = end - 2;
    if (!head.readHeaders(buffer, headersFrom, headersTo)) {
      return to(State.MALFORMED);
    }
    position = end;
    bodyFrom = end;
    bodyTo = end;
    int status = head.status();
    if (status == 101) {
      return to(State.MALFORMED); // nobody here asked for another protocol
    } else if (status < 200) {
      beginMessage(end);
      return true;
    } else if (bodiless || status == 204 || status == 304) {
      return to(State.DONE);
    } else if (head.chunked()) {
      return to(State.CHUNK_SIZE);
    } else if (head.bodyLength() >= 0) {
      expected = head.bodyLength();
      return to(State.SIZED_BODY);
    }
    return to(State.BODY_UNTIL_CLOSE);
  }

  private boolean sizedBody(int limit) {
    if (limit - bodyFrom < expected) {
      return false;
    }
    bodyTo = bodyFrom + (int) expected;
    position = bodyTo;
    return to(State.DONE);
  }

  private boolean chunkSize(byte[] buffer, int limit) {
    int end = Bytes.indexOf(buffer, position, limit, (byte) '\n');
    if (end < 0) {
      return limit - position > MAX_CHUNK_LINE && to(State.MALFORMED);
    }
    int digits = 0;
    expected = 0;
    for (int digit = hex(buffer[position]); digit >= 0; digit = hex(buffer[position + digits])) {
      expected = expected * 16 + digit;
      digits++;
    }
    byte after = buffer[position + digits];
    if (digits == 0 || digits > MAX_CHUNK_DIGITS || (after != ';' && !Bytes.blank(after))) {
      return to(State.MALFORMED);
    }
    position = end + 1;
    return to(expected == 0 ? State.TRAILERS : State.CHUNK_DATA);
  }

  private boolean chunkData(byte[] buffer, int limit) {
    int length = (int) Math.min(expected, limit - position);
    System.arraycopy(buffer, position, buffer, bodyTo, length);
    bodyTo += length;
    position += length;
    expected -= length;
    return expected == 0 && to(State.CHUNK_END);
  }

  private boolean chunkEnd(byte[] buffer, int limit) {
    if (limit - position < 2) {
      return false;
    }
    boolean ends = buffer[position] == '\r' && buffer[position + 1] == '\n';
    position += 2;
    return to(ends ? State.CHUNK_SIZE : State.MALFORMED);
  }

  private boolean trailer(byte[] buffer, int limit) {
    int end = Bytes.indexOf(buffer, position, limit, (byte) '\n');
    if (end < 0) {
      return false;
    }
    boolean empty = end - position == 1 && buffer[position] == '\r';
    position = end + 1;
    return to(empty ? State.DONE : State.TRAILERS);
  }

  private boolean untilClose(int limit) {
    bodyTo = limit;
    position = limit;
    return false;
  }

  private static int hex(byte b) {
    return Character.digit(b, 16);
  }
}
