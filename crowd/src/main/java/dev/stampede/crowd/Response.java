package dev.stampede.crowd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Optional;

/**
 * An answer: status, headers looked up when asked for, body.
 *
 * <p>A {@link BuyerScript} sees a view into its connection's buffer, good until the call returns;
 * {@link #kept()} makes a copy that stays.
 */
public final class Response {

  private byte[] buffer = new byte[0];
  private int status;
  private int headersFrom;
  private int headersTo;
  private int bodyFrom;
  private int bodyTo;

  Response() {}

  /** Points this view at another answer; the connection's own business. */
  void show(int status, byte[] buffer, int headersFrom, int headersTo) {
    this.status = status;
    this.buffer = buffer;
    this.headersFrom = headersFrom;
    this.headersTo = headersTo;
  }

  void showBody(int from, int to) {
    bodyFrom = from;
    bodyTo = to;
  }

  public int status() {
    return status;
  }

  public int bodyLength() {
    return bodyTo - bodyFrom;
  }

  /** A copy of the body. */
  public byte[] body() {
    return Arrays.copyOfRange(buffer, bodyFrom, bodyTo);
  }

  /** The body as UTF-8. */
  public String text() {
    return new String(buffer, bodyFrom, bodyTo - bodyFrom, UTF_8);
  }

  /** The first header of this name, upper and lower case being the same. */
  public Optional<String> header(String name) {
    int line = headersFrom;
    while (line < headersTo) {
      int end = Bytes.indexOf(buffer, line, headersTo, (byte) '\n');
      end = end < 0 ? headersTo : end;
      int colon = Bytes.indexOf(buffer, line, end, (byte) ':');
      if (colon - line == name.length() && Bytes.sameIgnoringCase(buffer, line, name)) {
        return Optional.of(new String(buffer, colon + 1, end - colon - 1, ISO_8859_1).strip());
      }
      line = end + 1;
    }
    return Optional.empty();
  }

  /** This answer, copied out of the buffer it is a view of. */
  public Response kept() {
    Response copy = new Response();
    int head = headersTo - headersFrom;
    byte[] bytes = Arrays.copyOfRange(buffer, headersFrom, headersTo + bodyLength());
    System.arraycopy(buffer, bodyFrom, bytes, head, bodyLength());
    copy.show(status, bytes, 0, head);
    copy.showBody(head, head + bodyLength());
    return copy;
  }

  @Override
  public String toString() {
    return "%d with %d bytes".formatted(status, bodyLength());
  }
}
