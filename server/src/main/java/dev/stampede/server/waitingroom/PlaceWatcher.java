package dev.stampede.server.waitingroom;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.stampede.engine.waitingroom.QueueOutcome;
import dev.stampede.server.http.StreamClient;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * One client that watches its place, on its connection's virtual thread: looks every second, which
 * counts as a sign of life, and tells what has changed.
 *
 * <p>It looks with the place that it told last. So who watches is put back where they stood if the
 * line is lost, though a browser cannot send the header again on a stream that is open.
 */
final class PlaceWatcher {

  static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /** Clients of a server that stops come back spread over this time, after a second. */
  private static final int COME_BACK_WITHIN_MILLIS = 2_000;

  private final StreamClient client;
  private final Function<Optional<String>, QueueOutcome> look;
  private final InstantSource clock;
  private final BooleanSupplier ended;
  private Optional<String> place = Optional.empty();

  /**
   * A watcher.
   *
   * @param look says where the buyer is, given what they got with their place
   * @param ended whether to stop
   */
  PlaceWatcher(
      StreamClient client,
      Function<Optional<String>, QueueOutcome> look,
      InstantSource clock,
      BooleanSupplier ended) {
    this.client = client;
    this.look = look;
    this.clock = clock;
    this.ended = ended;
  }

  /** Sends until the server stops, or the client or the buyer is gone. */
  void watch(QueueOutcome first) throws IOException, InterruptedException {
    int comeBack = 1_000 + ThreadLocalRandom.current().nextInt(COME_BACK_WITHIN_MILLIS);
    client.send(("retry: " + comeBack + "\n\n").getBytes(US_ASCII));
    QueueOutcome told = first;
    boolean goesOn = tell(first);
    while (goesOn && !ended.getAsBoolean()) {
      client.rest(LOOK_EVERY);
      QueueOutcome now = look.apply(place);
      if (isNews(told, now)) {
        goesOn = tell(now);
        told = now;
      } else if (client.isQuiet()) {
        client.keepAlive();
      }
    }
  }

  /**
   * True if the watcher has to be told. The time at which to ask again does not count: it is
   * another number each time, and nothing to a client that watches.
   */
  private static boolean isNews(QueueOutcome told, QueueOutcome now) {
    return switch (now) {
      case QueueOutcome.Waiting waiting ->
          !(told instanceof QueueOutcome.Waiting before)
              || waiting.position() != before.position()
              || waiting.provisional() != before.provisional()
              || !waiting.eta().equals(before.eta())
              || !waiting.placeToken().equals(before.placeToken());
      // Nobody can tell for the moment: what was told stands.
      case QueueOutcome.Unavailable _, QueueOutcome.Full _ -> false;
      case QueueOutcome other -> !other.equals(told);
    };
  }

  /** Says whether the stream goes on. */
  private boolean tell(QueueOutcome outcome) throws IOException {
    Instant now = clock.instant();
    return switch (outcome) {
      case QueueOutcome.Waiting waiting -> {
        place = Optional.of(waiting.placeToken());
        send("place", PlaceJson.of(waiting, now));
        yield true;
      }
      case QueueOutcome.Admitted admitted -> {
        send("place", PlaceJson.of(admitted, now));
        yield true;
      }
      case QueueOutcome.NotInLine() -> gone("not-in-line", now);
      case QueueOutcome.NoRoom() -> gone("no-waiting-room", now);
      case QueueOutcome.NoSuchShow() -> gone("no-such-show", now);
      case QueueOutcome.SaleClosed() -> gone("sale-closed", now);
      case QueueOutcome.Full _, QueueOutcome.Unavailable _ -> true;
    };
  }

  private boolean gone(String why, Instant now) throws IOException {
    send("gone", "{\"state\":\"gone\",\"reason\":\"%s\",\"now\":\"%s\"}".formatted(why, now));
    return false;
  }

  private void send(String event, String json) throws IOException {
    client.send(("event: " + event + "\ndata: " + json + "\n\n").getBytes(US_ASCII));
  }
}
