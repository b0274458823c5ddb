package dev.stampede.prove.site;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class AddressMapTest {

  private final AddressMap addresses = new AddressMap(Map.of(20_001, 25_001, 20_002, 25_002));

  @Test
  void everyFormInWhichRedisTellsAnAddressIsReplaced() {
    assertThat(inRedis("-MOVED 866 127.0.0.1:20001\r\n"))
        .isEqualTo("-MOVED 866 127.0.0.1:25001\r\n");
    assertThat(inRedis("id 127.0.0.1:20002@30002 master"))
        .isEqualTo("id 127.0.0.1:25002@30002 master");
    assertThat(inRedis("*2\r\n$9\r\n127.0.0.1\r\n$5\r\n20001\r\n"))
        .isEqualTo("*2\r\n$9\r\n127.0.0.1\r\n$5\r\n25001\r\n");
    assertThat(inRedis("$9\r\n127.0.0.1\r\n:20002\r\n")).isEqualTo("$9\r\n127.0.0.1\r\n:25002\r\n");
    assertThat(inRedis("$2\r\nip\r\n$9\r\n127.0.0.1\r\n$4\r\nport\r\n$5\r\n20001\r\n"))
        .isEqualTo("$2\r\nip\r\n$9\r\n127.0.0.1\r\n$4\r\nport\r\n$5\r\n25001\r\n");
    assertThat(inRedis("stampede 127.0.0.1 20001 127.0.0.1 20002"))
        .isEqualTo("stampede 127.0.0.1 25001 127.0.0.1 25002");
  }

  @Test
  void allElseStaysAsItIs() {
    assertThat(inRedis("20001 points, 127.0.0.1:20003, 127.0.0.1:200011"))
        .isEqualTo("20001 points, 127.0.0.1:20003, 127.0.0.1:200011");
  }

  @Test
  void brokersAreToldByTheirProxies() {
    ByteBuffer answer = ByteBuffer.allocate(64);
    answer.put((byte) 10).put("127.0.0.1".getBytes(ISO_8859_1)).putInt(20_002).putInt(20_001);

    ByteBuffer told = ByteBuffer.wrap(addresses.inKafka(answer.array()));

    assertThat(told.getInt(10)).isEqualTo(25_002);
    assertThat(told.getInt(14)).isEqualTo(20_001);
  }

  private String inRedis(String answer) {
    return new String(addresses.inRedis(answer.getBytes(ISO_8859_1)), ISO_8859_1);
  }
}
