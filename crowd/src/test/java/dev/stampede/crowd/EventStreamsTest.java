package dev.stampede.crowd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class EventStreamsTest {

  private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";

  @Test
  void manyStreamsAreHeldOpenAndEveryEventIsCounted() throws Exception {
    String events =
        "retry: 1\n\nevent: place\ndata: event: no\n\n: quiet\n\nevent: gone\ndata: 1\n\n";
    try (ScriptedServer server = ScriptedServer.always(HEAD + events);
        EventStreams streams = EventStreams.open(server.target(), requests(server, 200))) {
      await(() -> streams.live() == 200 && streams.events() == 400);

      assertThat(server.accepted()).isEqualTo(200);
      assertThat(streams.failed()).isZero();
    }
  }

  @Test
  void anEventThatComesInPiecesIsOneEvent() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    try (ScriptedServer server =
            ScriptedServer.answering(
                (request, out) -> {
                  out.write((HEAD + "eve").getBytes(ISO_8859_1));
                  out.flush();
                  goOn.await();
                  out.write("nt: place\ndata: 1\n\n".getBytes(ISO_8859_1));
                  return true;
                });
        EventStreams streams = EventStreams.open(server.target(), requests(server, 1))) {
      await(() -> streams.live() == 1);
      assertThat(streams.events()).isZero();
      goOn.countDown();
      await(() -> streams.events() == 1);
    }
  }

  @Test
  void streamsThatAreRefusedOrEndedAreToldApartFromThoseThatLive() throws Exception {
    try (ScriptedServer server =
            ScriptedServer.answering(
                (request, out) -> {
                  boolean refused = request.contains("/refused");
                  String head = refused ? "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n" : HEAD;
                  out.write(head.getBytes(ISO_8859_1));
                  out.flush();
                  return request.contains("/lives");
                });
        EventStreams streams =
            EventStreams.open(
                server.target(),
                List.of(
                    server.target().get("/lives"),
                    server.target().get("/refused"),
                    server.target().get("/ended")))) {
      await(() -> streams.live() == 1 && streams.failed() == 2);
    }
  }

  @Test
  void theNumberOfStreamsIsLimited() {
    Target target = Target.loopback(1);
    List<RenderedRequest> tooMany =
        Collections.nCopies(EventStreams.MAX_STREAMS + 1, target.get("/"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EventStreams.open(target, tooMany))
        .withMessageContaining("1..20000");
  }

  private static List<RenderedRequest> requests(ScriptedServer server, int count) {
    return Collections.nCopies(count, server.target().get("/stream"));
  }

  /** The class's own time-out ends a wait in vain. */
  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }
}
