package dev.stampede.crowd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;

/**
 * A request as it goes over the wire, rendered once and sent any number of times.
 *
 * <p>Rendering ahead is what makes the generator cheap: sending is one copy to the socket.
 */
public final class RenderedRequest {

  private final byte[] wire;

  /** The index of the empty line that ends the head; new headers are put here. */
  private final int headEnd;

  private final boolean head;

  private RenderedRequest(byte[] wire, int headEnd, boolean head) {
    this.wire = wire;
    this.headEnd = headEnd;
    this.head = head;
  }

  static RenderedRequest render(String method, String path, String host, byte[] body) {
    refuseControls("method", method, true);
    refuseControls("path", path, true);
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("path '%s' must start with /".formatted(path));
    }
    boolean announcesBody = body.length > 0 || !bodiless(method);
    String text =
        "%s %s HTTP/1.1\r\nHost: %s\r\n".formatted(method, path, host)
            + (announcesBody ? "Content-Length: " + body.length + "\r\n" : "");
    byte[] headBytes = text.getBytes(ISO_8859_1);
    ByteBuffer all = ByteBuffer.allocate(headBytes.length + 2 + body.length);
    all.put(headBytes).put((byte) '\r').put((byte) '\n').put(body);
    return new RenderedRequest(all.array(), headBytes.length, method.equals("HEAD"));
  }

  /** The same request with one header more. */
  public RenderedRequest with(String name, String value) {
    refuseControls("header name", name, true);
    refuseControls("value of header " + name, value, false);
    byte[] line = (name + ": " + value + "\r\n").getBytes(ISO_8859_1);
    ByteBuffer all = ByteBuffer.allocate(wire.length + line.length);
    all.put(wire, 0, headEnd).put(line).put(wire, headEnd, wire.length - headEnd);
    return new RenderedRequest(all.array(), headEnd + line.length, head);
  }

  /** A view to send from; the bytes are shared and never written. */
  ByteBuffer bytes() {
    return ByteBuffer.wrap(wire);
  }

  /** True if the answer has a head alone, whatever length it announces. */
  boolean answeredWithoutBody() {
    return head;
  }

  /** The request line alone: tokens stand in the headers, and this goes into messages. */
  @Override
  public String toString() {
    String text = new String(wire, 0, headEnd, ISO_8859_1);
    return text.substring(0, text.indexOf('\r'));
  }

  private static boolean bodiless(String method) {
    return switch (method) {
      case "GET", "HEAD", "DELETE", "OPTIONS" -> true;
      default -> false;
    };
  }

  /** A line break in a header would be a second request of somebody else's making. */
  private static void refuseControls(String what, String text, boolean spaceToo) {
    boolean bad = text.chars().anyMatch(c -> c < ' ' || c == 127 || c > 255);
    if (bad || (spaceToo && (text.isEmpty() || text.indexOf(' ') >= 0))) {
      throw new IllegalArgumentException(
          "%s '%s' is empty or has characters that HTTP does not allow there; encode it"
              .formatted(what, text));
    }
  }
}
