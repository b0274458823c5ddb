package dev.stampede.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Commands to a Redis on this machine, over a connection of their own: what a topology needs to be
 * put together, without a driver.
 */
final class RedisTalk {

  private static final int PATIENCE_MILLIS = Math.toIntExact(Duration.ofSeconds(20).toMillis());

  private RedisTalk() {}

  /** The answer as people read it; the parts of a list are separated by spaces. */
  static String ask(int port, String... words) throws IOException {
    return askInTurn(port, List.<String[]>of(words)).getFirst();
  }

  /** The answers to several commands on one connection: {@code WAIT} waits for its own writes. */
  static List<String> askInTurn(int port, List<String[]> commands) throws IOException {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      List<String> answers = new ArrayList<>();
      for (String[] words : commands) {
        socket.getOutputStream().write(encoded(words));
        answers.add(answer(in));
      }
      return answers;
    }
  }

  /** The same, where nothing but {@code OK} will do. */
  static void tell(int port, String... words) {
    String answer;
    try {
      answer = ask(port, words);
    } catch (IOException e) {
      throw new TestkitException("Redis at port %d did not answer".formatted(port), e);
    }
    if (!answer.equals("OK")) {
      throw new TestkitException(
          "Redis at port %d answered %s to %s".formatted(port, answer, String.join(" ", words)));
    }
  }

  private static byte[] encoded(String... words) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(("*" + words.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
    for (String word : words) {
      byte[] text = word.getBytes(UTF_8);
      bytes.write(("$" + text.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
      bytes.write(text);
      bytes.write("\r\n".getBytes(StandardCharsets.US_ASCII));
    }
    return bytes.toByteArray();
  }

  private static String answer(InputStream in) throws IOException {
    String head = line(in);
    String rest = head.substring(1);
    return switch (head.charAt(0)) {
      case '$' -> bulk(in, Integer.parseInt(rest));
      case '*' -> list(in, Integer.parseInt(rest));
      default -> rest;
    };
  }

  private static String bulk(InputStream in, int length) throws IOException {
    if (length < 0) {
      return "";
    }
    String text = new String(in.readNBytes(length), UTF_8);
    in.skipNBytes(2);
    return text;
  }

  private static String list(InputStream in, int length) throws IOException {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      parts.add(answer(in));
    }
    return String.join(" ", parts);
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\r'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the connection ended within an answer");
      }
      bytes.write(next);
    }
    in.skipNBytes(1);
    return bytes.toString(UTF_8);
  }
}
