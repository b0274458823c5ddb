package dev.stampede.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A client of a stream of events, over a socket of its own. */
public final class EventStreamClient implements AutoCloseable {

  /** No promise: the time that an event may take on a busy machine. */
  private static final long PATIENCE_SECONDS = 30;

  /** One event, or one id without any. */
  public record Event(String name, String id, String data, long nanos) {}

  private final Socket socket;
  private final List<String> head = new ArrayList<>();
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final AtomicInteger comments = new AtomicInteger();
  private volatile boolean ended;

  private EventStreamClient(Socket socket) {
    this.socket = socket;
  }

  public static EventStreamClient open(ServerClient server, String path, String... headers)
      throws IOException {
    Socket socket = server.connect();
    socket.setSoTimeout(60_000);
    socket.getOutputStream().write(RawHttp.head("GET " + path, headers).getBytes(US_ASCII));
    EventStreamClient stream = new EventStreamClient(socket);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
    for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
      stream.head.add(line);
    }
    Thread.ofVirtual().start(() -> stream.read(in));
    return stream;
  }

  private void read(BufferedReader in) {
    Map<String, String> fields = new HashMap<>();
    try {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        int colon = line.indexOf(": ");
        if (line.equals(":")) {
          comments.incrementAndGet();
        } else if (colon > 0) {
          fields.put(line.substring(0, colon), line.substring(colon + 2));
        } else if (line.isEmpty() && !fields.isEmpty()) {
          // Chunk sizes and the line ends between chunks are passed over.
          if (fields.containsKey("id") || fields.containsKey("event")) {
            events.add(
                new Event(
                    fields.getOrDefault("event", ""),
                    fields.getOrDefault("id", ""),
                    fields.getOrDefault("data", ""),
                    System.nanoTime()));
          }
          fields.clear();
        }
      }
    } catch (IOException gone) {
      // Closed by one of us.
    }
    ended = true;
  }

  public List<String> head() {
    return head;
  }

  /** Returns the number of lines that say nothing but that the connection lives. */
  public int comments() {
    return comments.get();
  }

  public boolean hasEnded() {
    return ended;
  }

  public Event next() throws InterruptedException {
    Event event = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (event == null) {
      throw new AssertionError("no event within %d s".formatted(PATIENCE_SECONDS));
    }
    return event;
  }

  public Optional<Event> within(long millis) throws InterruptedException {
    return Optional.ofNullable(events.poll(millis, TimeUnit.MILLISECONDS));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
