package dev.stampede.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class KeyTextTest {

  @Test
  void textStaysAsItIsAndAnythingElseIsWrittenByItsBytes() {
    assertThat(of("17/A-1-1")).isEqualTo("17/A-1-1");
    assertThat(of("änn")).isEqualTo("änn");
    assertThat(KeyText.of(null)).isEmpty();
    assertThat(KeyText.of(new byte[] {(byte) 0xff})).isEqualTo("\\xff");
    assertThat(of("a\0")).isEqualTo("\\x6100");
    assertThat(of("\\xff")).as("no text passes for bytes").isEqualTo("\\x5c786666");
    assertThat(of("a".repeat(513))).startsWith("\\#").hasSize(66);
  }

  private static String of(String key) {
    return KeyText.of(key.getBytes(StandardCharsets.UTF_8));
  }
}
