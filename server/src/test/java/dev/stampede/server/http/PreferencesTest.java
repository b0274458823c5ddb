package dev.stampede.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests a client's preference in all spellings that RFC 7240 has for it. */
final class PreferencesTest {

  @Test
  void oneOfSeveralPreferencesInAnyCaseWithParametersOrInAHeaderOfItsOwnCounts() {
    for (List<String> values :
        List.of(
            List.of("respond-async"),
            List.of("Respond-Async"),
            List.of("wait=10, respond-async"),
            List.of("respond-async, wait=10"),
            List.of("return=minimal", "respond-async"),
            List.of(" respond-async ; foo=\"a, b\"; bar"),
            List.of("foo=\"x, \\\"y\", respond-async"),
            List.of("respond-async=\"\""))) {
      assertThat(Preferences.asksForLater(values)).as("%s", values).isTrue();
    }
  }

  @Test
  void valuesThatOnlyResembleRespondAsyncAreIgnored() {
    for (List<String> values :
        List.of(
            List.<String>of(),
            List.of(""),
            List.of("respond-asynchronously"),
            List.of("foo=respond-async"),
            List.of("foo=\"a, respond-async\""),
            List.of("foo; respond-async"),
            List.of("foo=\"a\\\", respond-async"))) {
      assertThat(Preferences.asksForLater(values)).as("%s", values).isFalse();
    }
  }
}
