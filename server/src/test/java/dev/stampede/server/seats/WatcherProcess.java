package dev.stampede.server.seats;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.server.RawHttp;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Thousands of watchers in a process of their own: a connection has two ends, and the file
 * descriptors of one process are for the server's.
 */
final class WatcherProcess implements AutoCloseable {

  private final Process process;
  private final BufferedReader said;

  private WatcherProcess(Process process) {
    this.process = process;
    this.said = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  /**
   * Starts it.
   *
   * @param awaited the seats whose news all of them wait for, one after the other
   */
  static WatcherProcess start(int port, String path, int count, List<String> awaited)
      throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                WatcherProcess.class.getName(),
                Integer.toString(port),
                path,
                Integer.toString(count)));
    line.addAll(awaited);
    Process process =
        new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return new WatcherProcess(process);
  }

  /** Returns when all were greeted. */
  void areWatching(Duration within) throws Exception {
    hear("watching", within);
  }

  /** Returns the moment when the last of them heard of the next seat. */
  Instant haveHeard(Duration within) throws Exception {
    return Instant.ofEpochMilli(Long.parseLong(hear("heard", within)));
  }

  private String hear(String word, Duration within) throws Exception {
    String line =
        CompletableFuture.supplyAsync(this::line).get(within.toMillis(), TimeUnit.MILLISECONDS);
    if (!line.startsWith(word + " ")) {
      throw new AssertionError("the watchers said '" + line + "' where '" + word + "' was due");
    }
    return line.substring(word.length() + 1);
  }

  private String line() {
    try {
      return String.valueOf(said.readLine());
    } catch (IOException e) {
      throw new UncheckedIOException("the watchers cannot be heard", e);
    }
  }

  /** They go when there is nobody left to hear them. */
  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    if (!process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join().isAlive()) {
      return;
    }
    process.destroyForcibly();
  }

  /** The process itself: one thread for all of them, so that they cost the machine little. */
  public static void main(String[] arguments) throws IOException {
    int port = Integer.parseInt(arguments[0]);
    byte[] request = RawHttp.head("GET " + arguments[1]).getBytes(US_ASCII);
    int count = Integer.parseInt(arguments[2]);
    Thread.ofPlatform().daemon().start(WatcherProcess::leaveWithTheParent);
    try (Selector selector = Selector.open()) {
      for (int i = 0; i < count; i++) {
        SocketChannel channel =
            SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.write(ByteBuffer.wrap(request));
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, new Stream());
      }
      until(selector, count, "\nid: ");
      System.out.println("watching " + count);
      for (int seat = 3; seat < arguments.length; seat++) {
        until(selector, count, "\"" + arguments[seat] + "\"");
        System.out.println("heard " + System.currentTimeMillis());
      }
      // Until the parent lets go of us.
      until(selector, count, "\"no such seat\"");
    }
  }

  /** The text that one of them was sent and that has not been matched yet. */
  private static final class Stream {
    private final StringBuilder unread = new StringBuilder();
  }

  private static void leaveWithTheParent() {
    try {
      while (System.in.read() >= 0) {
        // Nothing is ever said.
      }
    } catch (IOException gone) {
      // As good as the end.
    }
    Runtime.getRuntime().halt(0);
  }

  /** Reads until each of them has been sent the text. */
  private static void until(Selector selector, int count, String text) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);
    int missing = count;
    for (SelectionKey key : List.copyOf(selector.keys())) {
      missing -= taken(key, text) ? 1 : 0;
    }
    while (missing > 0) {
      selector.select();
      for (SelectionKey key : selector.selectedKeys()) {
        buffer.clear();
        if (((SocketChannel) key.channel()).read(buffer) < 0) {
          throw new IOException("the server has ended one of the streams");
        }
        ((Stream) key.attachment()).unread.append(US_ASCII.decode(buffer.flip()));
        missing -= taken(key, text) ? 1 : 0;
      }
      selector.selectedKeys().clear();
    }
  }

  /** True if the text is there; then drops all that came up to its end. */
  private static boolean taken(SelectionKey key, String text) {
    StringBuilder seen = ((Stream) key.attachment()).unread;
    int at = seen.indexOf(text);
    if (at >= 0) {
      seen.delete(0, at + text.length());
    }
    return at >= 0;
  }
}
