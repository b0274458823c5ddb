package dev.stampede.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class HttpSettingsTest {

  @Test
  void invalidSettingsAreRefusedWithTheAllowedValuesAndTheDefault() {
    assertRefused("127.0.0.1", 70_000, 65_536, 1, "port is 70000; set 0..65535 (default 8080)");
    assertRefused(" ", 1, 65_536, 1, "bind is empty; set an address (default 127.0.0.1)");
    assertRefused("::1", 1, 10, 1, "max-body-bytes is 10; set 1024..16777216 (default 65536)");
    assertRefused(
        "::1",
        1,
        65_536,
        0,
        "read-timeout is 0.0 s; set more than 0 and at most 600 s (default 30 s)");
  }

  private static void assertRefused(
      String bind, int port, int maxBody, long readSeconds, String message) {
    assertThatThrownBy(
            () ->
                new HttpSettings(
                    bind,
                    port,
                    maxBody,
                    List.of(),
                    Duration.ofSeconds(readSeconds),
                    Duration.ofSeconds(1)))
        .hasMessage(message);
  }

  @Test
  void aBlockContainsItsAddressesAndNoOthers() {
    Cidr ten = Cidr.parse("10.1.128.0/17");
    assertThat(ten.contains(address("10.1.128.1"))).isTrue();
    assertThat(ten.contains(address("10.1.255.255"))).isTrue();
    assertThat(ten.contains(address("10.1.127.255"))).isFalse();
    assertThat(ten.contains(address("::1"))).isFalse();
    assertThat(Cidr.parse("0.0.0.0/0").contains(address("203.0.113.9"))).isTrue();
    assertThat(Cidr.parse("192.0.2.7").contains(address("192.0.2.8"))).isFalse();
    assertThat(Cidr.parse("fd00::/8").contains(address("fd12::1"))).isTrue();
  }

  @Test
  void textThatIsNoAddressBlockIsRefusedWithAnExample() {
    for (String text : List.of("", "ten", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "::/129")) {
      assertThatThrownBy(() -> Cidr.parse(text))
          .as(text)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("10.0.0.0/8");
    }
  }

  @Test
  void forwardedAddressesAreBelievedFromTrustedProxiesAlone() {
    ClientAddresses none = new ClientAddresses(List.of());
    ClientAddresses some =
        new ClientAddresses(List.of(Cidr.parse("127.0.0.0/8"), Cidr.parse("10.0.0.0/8")));

    assertThat(seen(none, "127.0.0.1", "203.0.113.9")).isEqualTo("127.0.0.1");
    assertThat(seen(some, "127.0.0.1", "203.0.113.9")).isEqualTo("203.0.113.9");
    assertThat(seen(some, "127.0.0.1", null)).isEqualTo("127.0.0.1");
    assertThat(seen(some, "192.0.2.1", "203.0.113.9")).isEqualTo("192.0.2.1");
    assertThat(seen(some, "127.0.0.1", "1.1.1.1, 203.0.113.9, 10.0.0.3")).isEqualTo("203.0.113.9");
    assertThat(seen(some, "127.0.0.1", "1.1.1.1, nonsense, 10.0.0.3")).isEqualTo("10.0.0.3");
    assertThat(seen(some, "127.0.0.1", "10.0.0.1,10.0.0.2")).isEqualTo("10.0.0.1");
    assertThat(seen(some, "127.0.0.1", "1.1.1.1,".repeat(50))).isEqualTo("127.0.0.1");
  }

  private static String seen(ClientAddresses addresses, String peer, @Nullable String forwarded) {
    return addresses.of(address(peer), forwarded).getHostAddress();
  }

  private static InetAddress address(String literal) {
    return InetAddress.ofLiteral(literal);
  }
}
