package dev.stampede.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ClosingStackTest {

  private final List<String> closed = new ArrayList<>();
  private final ClosingStack stack = new ClosingStack();

  @Test
  void resourcesCloseInReverseOrder() {
    stack.add(named("database"));
    stack.add(named("server"));

    stack.close();

    assertThat(closed).containsExactly("server", "database");
  }

  @Test
  void oneThatFailsToStopDoesNotKeepTheOthersOpen() {
    stack.add(named("database"));
    stack.add(
        () -> {
          throw new IllegalStateException("stuck");
        });

    stack.close();

    assertThat(closed).containsExactly("database");
  }

  @Test
  void aResourceAddedAfterTheStopIsClosedAtOnceAndTheCallerIsTold() {
    stack.close();

    assertThatThrownBy(() -> stack.add(named("late")))
        .isInstanceOf(ClosingStack.StoppedMeanwhileException.class);
    assertThat(closed).containsExactly("late");
  }

  @Test
  void closingTwiceClosesOnce() {
    stack.add(named("database"));

    stack.close();
    stack.close();

    assertThat(closed).containsExactly("database");
  }

  private AutoCloseable named(String name) {
    return () -> closed.add(name);
  }
}
