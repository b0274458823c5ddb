package dev.stampede.prove.site;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.embedded.LoneProcess;
import dev.stampede.testkit.OwnRedis;
import dev.stampede.testkit.TcpProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Points and lost messages on a link to a real Redis. */
final class RedisTapTest {

  private static final int PATIENCE_MILLIS = Math.toIntExact(Duration.ofSeconds(20).toMillis());
  private static final String TAKES = "return {'now', '0', 'a ticket'}";
  private static final String FINDS_NONE = "return {'now', '0'}";

  @TempDir private Path folder = Path.of("");

  private final Points points = new Points();
  private final NewsSwitch news = new NewsSwitch();
  private OwnRedis redis;
  private TcpProxy link;

  @BeforeEach
  void open() {
    redis = OwnRedis.start(folder);
    RedisTap.RedisWatch watch =
        new RedisTap.RedisWatch(
            new AddressMap(Map.of()),
            points,
            Map.of(
                MarkingScripts.digest(TAKES), Point.BETWEEN_TAKE_AND_ASSIGN,
                MarkingScripts.digest(FINDS_NONE), Point.BETWEEN_TAKE_AND_ASSIGN),
            news);
    link = TcpProxy.tapped(LoneProcess.freePort(), redis.port(), () -> new RedisTap(watch));
  }

  @AfterEach
  void close() throws IOException {
    link.close();
    redis.close();
  }

  @Test
  void theAnswerOfAScriptMarksAPointInTheMiddleOfOthers() throws IOException {
    AtomicInteger deeds = new AtomicInteger();
    points.arm(Point.BETWEEN_TAKE_AND_ASSIGN, () -> deeds.incrementAndGet() > 0);
    try (Talk talk = new Talk(link.port())) {
      talk.say(words("SET", "a", "1") + words("EVAL", FINDS_NONE, "0"));
      talk.expect("+OK\r\n*2\r\n$3\r\nnow\r\n$1\r\n0\r\n");
      assertThat(deeds).as("nothing was taken").hasValue(0);

      talk.say(
          words("GET", "a")
              + words("EVALSHA", MarkingScripts.digest(TAKES), "0")
              + words("EVAL", TAKES, "0")
              + words("GET", "a"));
      talk.expect("$1\r\n1\r\n-NOSCRIPT");
      talk.expectLine();
      talk.expect("*3\r\n$3\r\nnow\r\n$1\r\n0\r\n$8\r\na ticket\r\n$1\r\n1\r\n");
    }
    assertThat(deeds).as("the refused attempt took nothing").hasValue(1);
  }

  @Test
  void aConnectionIsCutAtThePointBeforeItsAnswer() throws IOException {
    points.arm(Point.BETWEEN_TAKE_AND_ASSIGN, () -> false);
    try (Talk talk = new Talk(link.port())) {
      talk.say(words("EVAL", TAKES, "0"));

      talk.expectEnd();
    }
  }

  @Test
  void publishedMessagesAreLostAndAnswersAreNot() throws IOException {
    try (Talk talk = new Talk(link.port())) {
      talk.say(words("SUBSCRIBE", "seats"));
      talk.expect("*3\r\n$9\r\nsubscribe\r\n$5\r\nseats\r\n:1\r\n");
      news.lose(true);
      assertThat(redis.ask("PUBLISH", "seats", "lost")).isEqualTo("1");
      talk.say(words("PING"));
      talk.expect("*2\r\n$4\r\npong\r\n$0\r\n\r\n");
      news.lose(false);
      assertThat(redis.ask("PUBLISH", "seats", "told")).isEqualTo("1");
      talk.expect("*3\r\n$7\r\nmessage\r\n$5\r\nseats\r\n$4\r\ntold\r\n");
    }
    assertThat(news.lost()).isEqualTo(1);
  }

  @Test
  void messagesAreLostInVersionThreeOfTheProtocolToo() throws IOException {
    try (Talk talk = new Talk(link.port())) {
      talk.say(words("HELLO", "3") + words("SUBSCRIBE", "seats"));
      talk.expectUpTo(">3\r\n$9\r\nsubscribe\r\n$5\r\nseats\r\n:1\r\n");
      news.lose(true);
      assertThat(redis.ask("PUBLISH", "seats", "lost")).isEqualTo("1");
      talk.say(words("GET", "a"));
      talk.expect("_\r\n");
    }
    assertThat(news.lost()).isEqualTo(1);
  }

  private static String words(String... words) {
    StringBuilder command = new StringBuilder("*" + words.length + "\r\n");
    for (String word : words) {
      command.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
    }
    return command.toString();
  }

  /** A connection on which bytes are said and expected as they are. */
  private record Talk(Socket socket) implements AutoCloseable {

    Talk(int port) throws IOException {
      this(new Socket(InetAddress.getLoopbackAddress(), port));
      socket.setSoTimeout(PATIENCE_MILLIS);
    }

    void say(String text) throws IOException {
      socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    }

    void expect(String text) throws IOException {
      assertThat(new String(socket.getInputStream().readNBytes(text.length()), ISO_8859_1))
          .isEqualTo(text);
    }

    void expectLine() throws IOException {
      expectUpTo("\r\n");
    }

    void expectUpTo(String end) throws IOException {
      StringBuilder read = new StringBuilder();
      while (read.indexOf(end) < 0) {
        read.append((char) socket.getInputStream().read());
      }
    }

    void expectEnd() throws IOException {
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
