package dev.stampede.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.cluster.SlotHash;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class LockNameTest {

  private static final List<String> NAMES =
      List.of(
          "a", "{a}", "{a}b", "a}b", "{}a", "{}{a}", "a{b", "~a", "={a}", "~{a}", "{a}~", "}{",
          "}a", ":}a");

  @Test
  void aLockAndItsLineAreOnTheSameNode() {
    for (String key : NAMES) {
      LockName name = LockName.of("locks:", key);

      assertThat(SlotHash.getSlot(name.line())).as(key).isEqualTo(name.slot());
    }
  }

  @Test
  void noTwoNamesShareAKey() {
    Set<String> keys = new HashSet<>();
    for (String key : NAMES) {
      LockName name = LockName.of("locks:", key);

      assertThat(keys.add(name.lock())).as("lock of %s", key).isTrue();
      assertThat(keys.add(name.line())).as("line of %s", key).isTrue();
    }
  }

  @Test
  void keysWithOneHashTagAreOnOneNode() {
    int slot = LockName.of("locks:", "{order-7}stock").slot();

    assertThat(LockName.of("locks:", "{order-7}till").slot()).isEqualTo(slot);
  }
}
