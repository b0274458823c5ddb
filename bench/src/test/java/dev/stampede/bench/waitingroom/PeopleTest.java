package dev.stampede.bench.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PeopleTest {

  /** The bar on memory is for ids of this length. */
  @Test
  void everyIdHasTwentyCharacters() {
    assertThat(People.number(0).sub()).isEqualTo("buyer-00000000000000").hasSize(20);
    assertThat(People.number(999_999).sub()).isEqualTo("buyer-00000000999999").hasSize(20);
  }
}
