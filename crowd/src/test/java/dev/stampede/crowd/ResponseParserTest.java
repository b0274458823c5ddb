package dev.stampede.crowd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.crowd.ResponseParser.Progress;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ResponseParserTest {

  private static final String SIZED =
      "HTTP/1.1 201 Created\r\nContent-Type: text/plain\r\ncontent-LENGTH:  5 \r\n\r\nhello";
  private static final String CHUNKED =
      """
      HTTP/1.1 200 OK
      Transfer-Encoding: chunked

      3;note=x
      hel
      2
      lo
      0
      Trailer: yes

      """
          .replace("\n", "\r\n");
  private static final String AFTER_INTERIM =
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + SIZED;

  private final ResponseParser parser = new ResponseParser();

  @Test
  void anAnswerIsTheSameHoweverItIsCutIntoPieces() {
    for (String answer : List.of(SIZED, CHUNKED, AFTER_INTERIM)) {
      for (int seed = 0; seed < 300; seed++) {
        Random random = new Random(seed);
        byte[] wire = answer.getBytes(ISO_8859_1);
        byte[] buffer = new byte[wire.length];
        parser.reset(false);
        Progress progress = Progress.MORE;
        int limit = 0;
        while (progress == Progress.MORE) {
          int piece = Math.min(wire.length - limit, 1 + random.nextInt(seed % 2 == 0 ? 1 : 40));
          System.arraycopy(wire, limit, buffer, limit, piece);
          limit += piece;
          progress = parser.advance(buffer, limit);
        }
        assertThat(progress).as("seed %d of %s", seed, answer).isEqualTo(Progress.DONE);
        assertThat(parser.consumed()).isEqualTo(wire.length);
        assertThat(parser.response().text()).isEqualTo("hello");
      }
    }
  }

  @Test
  void headersAreFoundWhateverTheirCase() {
    parse(SIZED);
    assertThat(parser.response().header("content-type")).contains("text/plain");
    assertThat(parser.response().header("Content-Length")).contains("5");
    assertThat(parser.response().header("content")).isEmpty();
  }

  @Test
  void aKeptAnswerOutlivesTheBuffer() {
    byte[] buffer = SIZED.getBytes(ISO_8859_1);
    parser.reset(false);
    assertThat(parser.advance(buffer, buffer.length)).isEqualTo(Progress.DONE);
    Response kept = parser.response().kept();
    Arrays.fill(buffer, (byte) 'x');
    assertThat(kept.status()).isEqualTo(201);
    assertThat(kept.text()).isEqualTo("hello");
    assertThat(kept.header("Content-Type")).contains("text/plain");
  }

  @Test
  void answersWithoutABodyEndWithTheirHead() {
    for (String status : List.of("204 No Content", "304 Not Modified")) {
      assertThat(parse("HTTP/1.1 " + status + "\r\nContent-Length: 99\r\n\r\n"))
          .isEqualTo(Progress.DONE);
      assertThat(parser.response().bodyLength()).isZero();
    }
    parser.reset(true);
    byte[] toHead = "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n".getBytes(ISO_8859_1);
    assertThat(parser.advance(toHead, toHead.length)).isEqualTo(Progress.DONE);
  }

  @Test
  void theHeadDecidesIfTheConnectionIsKeptAlive() {
    parse("HTTP/1.1 204 x\r\n\r\n");
    assertThat(parser.keepAlive()).isTrue();
    parse("HTTP/1.1 204 x\r\nConnection: foo, Close\r\n\r\n");
    assertThat(parser.keepAlive()).isFalse();
    parse("HTTP/1.0 204 x\r\n\r\n");
    assertThat(parser.keepAlive()).isFalse();
    parse("HTTP/1.0 204 x\r\nConnection: keep-alive\r\n\r\n");
    assertThat(parser.keepAlive()).isTrue();
  }

  @Test
  void aBodyWithoutALengthEndsWithTheConnection() {
    byte[] buffer = "HTTP/1.1 200 OK\r\n\r\nall of it".getBytes(ISO_8859_1);
    parser.reset(false);
    assertThat(parser.advance(buffer, buffer.length)).isEqualTo(Progress.MORE);
    assertThat(parser.endedByClose(buffer)).isTrue();
    assertThat(parser.response().text()).isEqualTo("all of it");
  }

  @Test
  void aConnectionThatEndsInAnythingElseCutsTheAnswerShort() {
    for (String part :
        List.of(
            "HTTP/1.1 200",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")) {
      assertThat(parse(part)).as(part).isEqualTo(Progress.MORE);
      assertThat(parser.endedByClose(part.getBytes(ISO_8859_1))).as(part).isFalse();
    }
  }

  @Test
  void invalidHttpIsMalformed() {
    for (String wrong :
        List.of(
            "SSH-2.0-OpenSSH_9.9\r\n",
            "HTTP/2.0 200 OK\r\n\r\n",
            "HTTP/1.1 2x0 OK\r\n\r\n",
            "HTTP/1.1 700 OK\r\n\r\n",
            "HTTP/1.1 101 Switching Protocols\r\n\r\n",
            "HTTP/1.1 200 OK\r\nno colon here\r\n\r\n",
            "HTTP/1.1 200 OK\r\n: no name\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: \r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + "1".repeat(300))) {
      assertThat(parse(wrong)).as(wrong).isEqualTo(Progress.MALFORMED);
    }
  }

  @Test
  void noBytesWhateverMakeItThrow() {
    byte[] seed = CHUNKED.getBytes(ISO_8859_1);
    for (int i = 0; i < 20_000; i++) {
      Random random = new Random(i);
      byte[] bytes = seed.clone();
      for (int changes = random.nextInt(4); changes >= 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      parser.reset(random.nextBoolean());
      assertThat(parser.advance(bytes, random.nextInt(bytes.length + 1))).isNotNull();
      assertThat(parser.advance(bytes, bytes.length)).isNotNull();
    }
  }

  private Progress parse(String answer) {
    byte[] buffer = answer.getBytes(ISO_8859_1);
    parser.reset(false);
    return parser.advance(buffer, buffer.length);
  }
}
