package dev.stampede.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class AcceptEncodingTest {

  @Test
  void gzipIsTakenByNameOrAmongAllOthers() {
    for (String header :
        List.of(
            "gzip",
            "GZip",
            "x-gzip",
            "br, gzip",
            "gzip;q=0.001",
            "gzip ; Q=1.000",
            "gzip;quality=0",
            "*",
            "br;q=1, *;q=0.1",
            "identity;q=0.5, gzip;q=0.5",
            "identity;q=0, *",
            "*;q=0, gzip")) {
      assertThat(AcceptEncoding.takesGzip(List.of(header))).as(header).isTrue();
    }
  }

  /** A blank before the equals sign was seen to count as weight 1. */
  @Test
  void gzipIsNotTakenWithoutAWeightOrWhereTheBytesAsTheyAreAreLiked() {
    for (String header :
        List.of(
            "",
            "identity",
            "br",
            "gzipped",
            "gzip;q=0",
            "GZIP;Q=0.000",
            "*;q=0",
            "gzip;q=0, *",
            "*;q=0, br",
            "identity, gzip;q=0.9",
            "gzip;q=none",
            "gzip;q=2",
            "gzip;q=-1",
            "gzip;q =0",
            "gzip;q =1",
            "gzip;Q\t=0",
            "gzip;q= 1",
            "gzip;q",
            "gzip;q=")) {
      assertThat(AcceptEncoding.takesGzip(List.of(header))).as(header).isFalse();
    }
    assertThat(AcceptEncoding.takesGzip(List.of())).isFalse();
  }

  @Test
  void severalHeadersAreOneList() {
    assertThat(AcceptEncoding.takesGzip(List.of("br", "gzip"))).isTrue();
    assertThat(AcceptEncoding.takesGzip(List.of("gzip;q=0", "*"))).isFalse();
  }
}
