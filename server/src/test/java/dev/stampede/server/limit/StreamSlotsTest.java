package dev.stampede.server.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.server.http.ProblemType;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

final class StreamSlotsTest {

  private final StreamSlots<String> slots = new StreamSlots<>(5, 2);

  @Test
  void nobodyHasMoreThanTheirPart() {
    assertThat(slots.take("ann")).isTrue();
    assertThat(slots.take("ann")).isTrue();

    assertThat(slots.take("ann")).isFalse();
    assertThat(slots.refusal("ann", "watching", "ask"))
        .hasValueSatisfying(
            refused -> {
              assertThat(refused.type()).isEqualTo(ProblemType.RATE_LIMITED);
              assertThat(refused.detail()).contains("2 streams", "close one");
              assertThat(refused.headers()).containsKey("Retry-After");
            });
    assertThat(slots.refusal("ben", "watching", "ask")).isEmpty();
    assertThat(slots.take("ben")).isTrue();

    slots.giveBack("ann");
    assertThat(slots.take("ann")).as("one was closed").isTrue();
  }

  @Test
  void allTogetherHaveNoMoreThanThereAre() {
    for (String client : new String[] {"ann", "ann", "ben", "ben", "cem"}) {
      assertThat(slots.take(client)).isTrue();
    }

    assertThat(slots.take("dot")).isFalse();
    assertThat(slots.refusal("dot", "watching", "ask"))
        .hasValueSatisfying(
            refused -> assertThat(refused.type()).isEqualTo(ProblemType.OVERLOADED));
    assertThat(slots.open()).as("who was refused is not counted").isEqualTo(5);
  }

  @Test
  void zeroIsAsManyAsThereAre() {
    StreamSlots<String> open = new StreamSlots<>(5, 0);
    for (int i = 0; i < 5; i++) {
      assertThat(open.take("ann")).isTrue();
    }
    assertThat(open.take("ann")).isFalse();
  }

  /** Seen to fail where a client's streams were looked at first and counted then. */
  @Test
  void ofTwoStreamsOfAClientThatAskAtOnceForItsLastSlotOneGetsIt() {
    StreamSlots<String> wide = new StreamSlots<>(1_000, 2);
    assertThat(wide.take("ann")).isTrue();

    TwoThreadRace.forTheLastOne(() -> wide.take("ann"), () -> wide.giveBack("ann"));

    assertThat(wide.open()).isEqualTo(1);
  }

  /** Seen to fail where all streams were looked at first and counted then. */
  @Test
  void ofTwoClientsWhoAskAtOnceForTheLastSlotOfAllOneGetsIt() {
    StreamSlots<Thread> narrow = new StreamSlots<>(1, 0);

    TwoThreadRace.forTheLastOne(
        () -> narrow.take(Thread.currentThread()), () -> narrow.giveBack(Thread.currentThread()));

    assertThat(narrow.open()).isZero();
  }

  @Test
  void neighboursInANetworkOfVersionSixAreOneClient() throws Exception {
    assertThat(network("2001:db8:1:2:3:4:5:6")).isEqualTo(network("2001:db8:1:2::1"));
    assertThat(network("2001:db8:1:2::1")).isNotEqualTo(network("2001:db8:1:3::1"));
    assertThat(network("192.0.2.1")).isNotEqualTo(network("192.0.2.2"));
  }

  private static ClientNetwork network(String address) throws Exception {
    return ClientNetwork.of(InetAddress.getByName(address));
  }
}
