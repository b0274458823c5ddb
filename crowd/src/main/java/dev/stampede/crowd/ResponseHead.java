package dev.stampede.crowd;

/**
 * Reads from the head of an answer how its body is framed. All other headers stay bytes until
 * somebody asks for them.
 */
final class ResponseHead {

  /** {@code HTTP/1.1 200} is the least a status line can be, its line break aside. */
  static final int STATUS_LINE_BYTES = "HTTP/1.1 200".length();

  private static final String VERSION = "HTTP/1.";
  private static final int UNKNOWN = -1;

  /** Longer than any length that could be kept, and short enough not to overflow. */
  private static final int MAX_LENGTH_DIGITS = 15;

  private int status;
  private long contentLength;
  private boolean transferEncoded;
  private boolean chunked;
  private boolean keepAlive;

  int status() {
    return status;
  }

  boolean keepAlive() {
    return keepAlive;
  }

  boolean chunked() {
    return chunked;
  }

  /** The announced length of the body, or -1 when the end of the connection ends it. */
  long bodyLength() {
    return transferEncoded ? UNKNOWN : contentLength;
  }

  /** Reads the status line's first {@link #STATUS_LINE_BYTES}; false when it is none. */
  boolean readStatus(byte[] buffer, int from) {
    int minor = from + VERSION.length();
    if (!Bytes.sameIgnoringCase(buffer, from, VERSION)
        || (buffer[minor] != '0' && buffer[minor] != '1')
        || buffer[minor + 1] != ' ') {
      return false;
    }
    status = 0;
    for (int i = minor + 2; i < minor + 5; i++) {
      if (buffer[i] < '0' || buffer[i] > '9') {
        return false;
      }
      status = status * 10 + buffer[i] - '0';
    }
    keepAlive = buffer[minor] == '1';
    contentLength = UNKNOWN;
    transferEncoded = false;
    chunked = false;
    return status >= 100 && status <= 599;
  }

  /** Reads the header lines, each with its line break; false when one of them is none. */
  boolean readHeaders(byte[] buffer, int from, int to) {
    int line = from;
    while (line < to) {
      int end = Bytes.indexOf(buffer, line, to, (byte) '\n');
      int colon = Bytes.indexOf(buffer, line, end, (byte) ':');
      if (colon <= line || !readHeader(buffer, line, colon, end)) {
        return false;
      }
      line = end + 1;
    }
    return true;
  }

  private boolean readHeader(byte[] buffer, int name, int colon, int end) {
    // The length tells almost all other headers apart from the three that matter here.
    return switch (colon - name) {
      case 10 ->
          !Bytes.sameIgnoringCase(buffer, name, "connection") || reuse(buffer, colon + 1, end);
      case 14 ->
          !Bytes.sameIgnoringCase(buffer, name, "content-length") || length(buffer, colon + 1, end);
      case 17 ->
          !Bytes.sameIgnoringCase(buffer, name, "transfer-encoding")
              || encoding(buffer, colon + 1, end);
      default -> true;
    };
  }

  private boolean reuse(byte[] buffer, int from, int to) {
    if (Bytes.hasToken(buffer, from, to, "close")) {
      keepAlive = false;
    } else if (Bytes.hasToken(buffer, from, to, "keep-alive")) {
      keepAlive = true;
    }
    return true;
  }

  private boolean encoding(byte[] buffer, int from, int to) {
    transferEncoded = true;
    chunked = Bytes.hasToken(buffer, from, to, "chunked");
    return true;
  }

  private boolean length(byte[] buffer, int from, int to) {
    int first = from;
    int last = to;
    while (first < last && Bytes.blank(buffer[first])) {
      first++;
    }
    while (last > first && Bytes.blank(buffer[last - 1])) {
      last--;
    }
    if (first == last || last - first > MAX_LENGTH_DIGITS) {
      return false;
    }
    long value = 0;
    for (int i = first; i < last; i++) {
      if (buffer[i] < '0' || buffer[i] > '9') {
        return false;
      }
      value = value * 10 + buffer[i] - '0';
    }
    boolean contradicts = contentLength != UNKNOWN && contentLength != value;
    contentLength = value;
    return !contradicts;
  }
}
