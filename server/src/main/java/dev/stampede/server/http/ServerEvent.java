package dev.stampede.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;

/** One event of a stream as bytes. */
public final class ServerEvent {

  private ServerEvent() {}

  /** The value is written as JSON, which has no line ends of its own. */
  public static byte[] of(String name, Object json) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(("event: " + name + "\ndata: ").getBytes(US_ASCII));
    bytes.writeBytes(Json.write(json));
    bytes.writeBytes("\n\n".getBytes(US_ASCII));
    return bytes.toByteArray();
  }

  /** Asks a client that loses its stream to come back after so long. */
  public static byte[] retry(int millis) {
    return ("retry: " + millis + "\n\n").getBytes(US_ASCII);
  }
}
