package dev.stampede.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.core.json.JsonFactory;

final class FlatJsonTest {

  private final JsonFactory json = new JsonFactory();

  @Test
  void fieldsOfInnerObjectsAreFoundByTheirPathAndListsArePassedOver() {
    FlatJson flat =
        read(
            """
            {"version":2,"seats":["A-1-1",{"x":1}],"booking":{"showId":"17","payment":{"provider":"till"}},
             "none":null}""");

    assertThat(flat.whole("version")).isEqualTo(2);
    assertThat(flat.text("booking.showId")).isEqualTo("17");
    assertThat(flat.text("booking.payment.provider")).isEqualTo("till");
    assertThatThrownBy(() -> flat.text("none")).hasMessageContaining("'none'");
    assertThatThrownBy(() -> flat.whole("booking.payment.provider")).hasMessageContaining("till");
  }

  @Test
  void textThatIsNotOneJsonObjectIsRefused() {
    for (String wrong :
        Map.of("[]", 1, "", 2, "{\"a\":{", 3, "{\"a\"", 4, "nonsense", 5).keySet()) {
      assertThatThrownBy(() -> read(wrong)).as(wrong).isInstanceOf(RuntimeException.class);
    }
  }

  private FlatJson read(String text) {
    return FlatJson.of(json, text.getBytes(StandardCharsets.UTF_8));
  }
}
