package dev.stampede.crowd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RenderedRequestTest {

  private final Target target = Target.loopback(8080);

  @Test
  void aRequestIsRenderedAsItGoesOverTheWire() {
    RenderedRequest request = target.post("/api", "{\"é\":1}").with("Authorization", "Bearer x");
    assertThat(UTF_8.decode(request.bytes()).toString())
        .isEqualTo(
            "POST /api HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Length: 8\r\n"
                + "Content-Type: application/json\r\nAuthorization: Bearer x\r\n\r\n{\"é\":1}");
  }

  @Test
  void aGetAnnouncesNoBodyAndAnEmptyPostDoes() {
    assertThat(UTF_8.decode(target.get("/").bytes()).toString()).doesNotContain("Content-Length");
    assertThat(UTF_8.decode(target.post("/", "").bytes()).toString()).contains("Content-Length: 0");
  }

  @Test
  void aHeaderIsAddedToACopy() {
    RenderedRequest plain = target.get("/");
    RenderedRequest named = plain.with("X-Name", "one");
    assertThat(plain.bytes()).isNotEqualTo(named.bytes());
    assertThat(UTF_8.decode(plain.bytes()).toString()).doesNotContain("X-Name");
  }

  @Test
  void pathsAndHeadersThatSmuggleASecondRequestAreRefused() {
    assertThatThrownBy(() -> target.get("/a b")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> target.get("a")).hasMessageContaining("must start with /");
    assertThatThrownBy(() -> target.get("/").with("X", "1\r\nY: 2"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> target.get("/").with("X Y", "1"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anInvalidLoadPlanIsRefusedWithItsLimit() {
    assertThatThrownBy(() -> LoadPlan.closed(target, 0, Duration.ofSeconds(1)))
        .hasMessage("connections is 0; set 1..20000");
    assertThatThrownBy(() -> LoadPlan.closed(target, 2, Duration.ofSeconds(1)).threads(3))
        .hasMessage("threads is 3; set 1..2");
    assertThatThrownBy(() -> LoadPlan.open(target, -1, 2, Duration.ofSeconds(1)))
        .hasMessageContaining("rate is -1.0 a second");
  }
}
