package dev.stampede.bench.claims;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class FrontendMessagesTest {

  private final FrontendMessages.Counts counts = new FrontendMessages.Counts();
  private final FrontendMessages messages = new FrontendMessages(counts);

  @Test
  void statementsAreCountedHoweverTheBytesWereCut() {
    byte[] wire =
        joined(
            beforeSession(80877103, ""),
            beforeSession(196608, "user\0stampede\0\0"),
            message('P', "parse, with an E and a Q in its text"),
            message('B', "bind"),
            message('E', "execute"),
            message('E', "execute"),
            message('S', ""),
            message('Q', "COMMIT"));

    for (byte each : wire) {
      messages.asked(new byte[] {each}, 1);
    }
    assertThat(counts.statements()).isEqualTo(3);

    messages.asked(joined(message('E', ""), message('S', "")), 10);
    assertThat(counts.statements()).isEqualTo(4);
  }

  @Test
  void messagesSentBeforeAnAnswerAreOneRoundTrip() {
    send(beforeSession(196608, ""));
    send(message('B', "")); // no answer came yet
    assertThat(counts.roundTrips()).isEqualTo(1);

    messages.answered();
    messages.answered();
    send(message('E', ""));
    assertThat(counts.roundTrips()).isEqualTo(2);
  }

  private void send(byte[] bytes) {
    messages.asked(bytes, bytes.length);
  }

  private static byte[] beforeSession(int code, String rest) {
    return ByteBuffer.allocate(8 + rest.length())
        .putInt(8 + rest.length())
        .putInt(code)
        .put(rest.getBytes(US_ASCII))
        .array();
  }

  private static byte[] message(char letter, String rest) {
    return ByteBuffer.allocate(5 + rest.length())
        .put((byte) letter)
        .putInt(4 + rest.length())
        .put(rest.getBytes(US_ASCII))
        .array();
  }

  private static byte[] joined(byte[]... parts) {
    byte[] all = new byte[Arrays.stream(parts).mapToInt(part -> part.length).sum()];
    int position = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, all, position, part.length);
      position += part.length;
    }
    return all;
  }
}
