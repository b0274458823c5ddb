package dev.stampede.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.TestServices;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Commands that gather while another is under way. The first waits for an element of a list, and so
 * for the test.
 */
final class CommandBatcherTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  private final String prefix = TestServices.shared().freshKeyPrefix();
  private final RedisClient client = RedisClient.create(TestServices.shared().redisUrl());
  private final StatefulRedisConnection<String, String> connection = client.connect();
  private final RedisCommands<String, String> look = client.connect().sync();

  @AfterEach
  void end() {
    client.shutdown();
  }

  @Test
  void gatheredCommandsAreSentInOrderAfterThePreviousGroupsAnswer() throws Exception {
    CommandBatcher outbox = new CommandBatcher(connection, LONG);
    AsyncCommand<String, String, ?> first = blocked(outbox);
    List<AsyncCommand<String, String, String>> gathered = new ArrayList<>();
    for (int i = 0; i < 2 * CommandBatcher.MAX_TOGETHER; i++) {
      gathered.add(set(outbox, "last", Integer.toString(i)));
    }
    assertThat(outbox.waiting()).isEqualTo(gathered.size());

    release();

    first.get(10, TimeUnit.SECONDS);
    for (AsyncCommand<String, String, String> each : gathered) {
      assertThat(each.get(10, TimeUnit.SECONDS)).isEqualTo("OK");
    }
    assertThat(look.get(prefix + "last")).isEqualTo(Integer.toString(gathered.size() - 1));
    assertThat(set(outbox, "last", "alone").get(10, TimeUnit.SECONDS)).isEqualTo("OK");
  }

  @Test
  void aCommandThatFailsHurtsNobodyElseOfItsGroup() throws Exception {
    CommandBatcher outbox = new CommandBatcher(connection, LONG);
    AsyncCommand<String, String, ?> _ = blocked(outbox);
    AsyncCommand<String, String, String> before = set(outbox, "before", "1");
    AsyncCommand<String, String, String> broken =
        send(outbox, CommandType.SET, args("broken").addValue("1").addValue("NONSENSE"));
    AsyncCommand<String, String, String> after = set(outbox, "after", "1");

    release();

    assertThat(before.get(10, TimeUnit.SECONDS)).isEqualTo("OK");
    assertThatThrownBy(() -> broken.get(10, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("syntax error");
    assertThat(after.get(10, TimeUnit.SECONDS)).isEqualTo("OK");
  }

  @Test
  void aCommandThatWasGivenUpBeforeItsTurnIsNeverSent() throws Exception {
    CommandBatcher outbox = new CommandBatcher(connection, LONG);
    AsyncCommand<String, String, ?> _ = blocked(outbox);
    AsyncCommand<String, String, String> givenUp = set(outbox, "given-up", "1");
    AsyncCommand<String, String, String> other = set(outbox, "other", "1");
    givenUp.cancel(false);

    release();

    assertThat(other.get(10, TimeUnit.SECONDS)).isEqualTo("OK");
    assertThat(look.exists(prefix + "given-up")).isZero();
  }

  @Test
  void aGroupWhoseLastCallerGaveUpHoldsNobodyBack() throws Exception {
    CommandBatcher outbox = new CommandBatcher(connection, LONG);
    AsyncCommand<String, String, ?> first = blocked(outbox);
    AsyncCommand<String, String, String> next = set(outbox, "next", "1");

    first.cancel(false);

    assertThat(outbox.waiting()).isZero();
    release();
    assertThat(next.get(10, TimeUnit.SECONDS)).isEqualTo("OK");
  }

  @Test
  void aGroupThatIsNotAnsweredInTimeHoldsNobodyBack() {
    CommandBatcher outbox = new CommandBatcher(connection, Duration.ofMillis(20));
    AsyncCommand<String, String, ?> _ = blocked(outbox);
    AsyncCommand<String, String, ?> _ = set(outbox, "early", "1");

    Eventually.within(Duration.ofSeconds(30))
        .until(
            "the next one sends all that waits",
            () -> {
              AsyncCommand<String, String, ?> _ = set(outbox, "later", "1");
              return outbox.waiting() == 0;
            });
    release();
    Eventually.within(Duration.ofSeconds(30))
        .until("Redis has heard both", () -> look.exists(prefix + "early", prefix + "later") == 2);
  }

  @Test
  void aClosedConnectionFailsAll() {
    CommandBatcher outbox = new CommandBatcher(connection, LONG);
    List<AsyncCommand<String, String, ?>> all = new ArrayList<>();
    all.add(blocked(outbox));
    for (int i = 0; i < 2 * CommandBatcher.MAX_TOGETHER; i++) {
      all.add(set(outbox, "closed", "1"));
    }

    connection.close();
    all.add(set(outbox, "closed", "1"));

    for (AsyncCommand<String, String, ?> each : all) {
      assertThatThrownBy(() -> each.get(10, TimeUnit.SECONDS))
          .isInstanceOfAny(ExecutionException.class, CancellationException.class);
    }
    assertThat(look.exists(prefix + "closed")).isZero();
  }

  @Test
  void oneTooManyIsRefused() {
    CommandBatcher outbox = new CommandBatcher(connection, LONG);
    AsyncCommand<String, String, ?> _ = blocked(outbox);
    for (int i = 0; i < CommandBatcher.CAPACITY; i++) {
      AsyncCommand<String, String, ?> _ = set(outbox, "many", "1");
    }

    assertThatThrownBy(() -> set(outbox, "many", "2").get(10, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("16,384 commands wait for Redis already");
  }

  /** Sends what is answered by {@link #release}. */
  private AsyncCommand<String, String, ?> blocked(CommandBatcher outbox) {
    AsyncCommand<String, String, ?> command =
        new AsyncCommand<>(
            new Command<>(
                CommandType.BLPOP, new ArrayOutput<>(StringCodec.UTF8), args("released").add(0)));
    outbox.send(command);
    return command;
  }

  private void release() {
    look.lpush(prefix + "released", "now");
  }

  private AsyncCommand<String, String, String> set(
      CommandBatcher outbox, String key, String value) {
    return send(outbox, CommandType.SET, args(key).addValue(value));
  }

  private static AsyncCommand<String, String, String> send(
      CommandBatcher outbox, CommandType type, CommandArgs<String, String> args) {
    AsyncCommand<String, String, String> command =
        new AsyncCommand<>(new Command<>(type, new StatusOutput<>(StringCodec.UTF8), args));
    outbox.send(command);
    return command;
  }

  private CommandArgs<String, String> args(String key) {
    return new CommandArgs<>(StringCodec.UTF8).addKey(prefix + key);
  }
}
