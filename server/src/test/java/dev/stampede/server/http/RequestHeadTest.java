package dev.stampede.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import org.junit.jupiter.api.Test;

final class RequestHeadTest {

  /** The web server's own check is the measure. */
  @Test
  void aValueIsGoodIfTheWebServerWouldTakeIt() {
    for (char c = 0; c < 0x180; c++) {
      for (String value : new String[] {"" + c, c + "a", "a" + c + "b", "a" + c}) {
        assertThat(RequestHead.isGoodValue(value))
            .as("U+%04X in a value of %d characters", (int) c, value.length())
            .isEqualTo(isGoodToTheWebServer(value));
      }
    }
    assertThat(RequestHead.isGoodValue("")).isEqualTo(isGoodToTheWebServer(""));
  }

  private static boolean isGoodToTheWebServer(String value) {
    try {
      HeaderValues.create(HeaderNames.create("X-Any"), value).validate();
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }
}
