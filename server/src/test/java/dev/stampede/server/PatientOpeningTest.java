package dev.stampede.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class PatientOpeningTest {

  private final ManualTicker time = new ManualTicker();
  private final PatientOpening opening = new PatientOpening(time);
  private int tries;

  @Test
  void aServiceThatIsSlowAtFirstIsOpenedByALaterTry() throws Exception {
    assertThat(opening.open("Redis", () -> slowUntilTry(3))).isEqualTo("open");
    assertThat(tries).isEqualTo(3);
  }

  @Test
  void aServiceThatRefusesIsNotAskedAgain() {
    assertThatThrownBy(
            () ->
                opening.open(
                    "Redis",
                    () -> {
                      tries++;
                      throw new IllegalStateException("connection refused");
                    }))
        .hasMessage("connection refused");
    assertThat(tries).isOne();
  }

  @Test
  void aServiceThatNeverAnswersIsGivenUp() {
    assertThatThrownBy(() -> opening.open("Redis", () -> slowUntilTry(Integer.MAX_VALUE)))
        .hasMessage("no answer within 5 s");
    assertThat(tries).isEqualTo(6);
  }

  private String slowUntilTry(int number) {
    tries++;
    if (tries < number) {
      time.advance(Duration.ofSeconds(5));
      throw new IllegalStateException("no answer within 5 s");
    }
    return "open";
  }
}
