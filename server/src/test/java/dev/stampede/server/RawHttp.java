package dev.stampede.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The raw answer to bytes that no HTTP client would send. */
public record RawHttp(String text) {

  private static final Pattern STATUS = Pattern.compile("^HTTP/1\\.1 (\\d{3}) ");

  /** A request's head, with a Host and an empty line at its end. */
  public static String head(String methodAndPath, String... headers) {
    StringBuilder head =
        new StringBuilder(methodAndPath).append(" HTTP/1.1\r\nHost: localhost\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    return head.append("\r\n").toString();
  }

  /** The head of an echo request with a JSON body. */
  public static String echo(String framing) {
    return head("POST /api/v1/dev/echo", "Content-Type: application/json", framing);
  }

  /** Sends the bytes, says that no more will come, and reads until the server closes. */
  public static RawHttp exchange(ServerClient server, byte[] bytes) throws IOException {
    try (Socket socket = server.connect()) {
      try {
        socket.getOutputStream().write(bytes);
        socket.shutdownOutput();
      } catch (SocketException refusedEarly) {
        // The server may answer and close before it has taken everything.
      }
      return new RawHttp(rest(socket));
    }
  }

  public static RawHttp exchange(ServerClient server, String text) throws IOException {
    return exchange(server, text.getBytes(ISO_8859_1));
  }

  /** Everything up to the end, or up to a reset. */
  public static String rest(Socket socket) throws IOException {
    StringBuilder read = new StringBuilder();
    InputStream in = socket.getInputStream();
    byte[] buffer = new byte[8192];
    try {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        read.append(new String(buffer, 0, n, ISO_8859_1));
      }
    } catch (SocketException reset) {
      // The bytes before the reset count.
    }
    return read.toString();
  }

  public boolean isAnswer() {
    return !text.isEmpty();
  }

  public int status() {
    Matcher status = STATUS.matcher(text);
    if (!status.find()) {
      throw new AssertionError("not an HTTP answer: " + text);
    }
    return Integer.parseInt(status.group(1));
  }

  public String body() {
    int end = text.indexOf("\r\n\r\n");
    return end < 0 ? "" : text.substring(end + 4);
  }
}
