package dev.stampede.prove.simulation.redis;

import dev.stampede.prove.simulation.world.Dice;
import dev.stampede.prove.simulation.world.SimulatedTask;
import dev.stampede.prove.simulation.world.World;
import io.lettuce.core.RedisException;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.protocol.RedisStateMachine;
import io.lettuce.core.pubsub.RedisPubSubListener;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One connection of Lettuce's to the simulated Redis.
 *
 * <p>Requests and answers take their time, each direction in order. After a cut, commands are
 * refused until the client has connected again; those that were not answered are then sent once
 * more, as Lettuce does, whether or not Redis has carried them out before. Subscriptions are made
 * again, and what was published meanwhile is lost. Answers are read by one task of the node that
 * connected: if the node is frozen, they wait.
 */
final class LettuceConnection {

  private final RedisServer server;
  private final World world;
  private final RedisLatency latency;
  private final SimulatedTask reader;

  private final RedisStateMachine decoder = new RedisStateMachine();
  private final Deque<Runnable> received = new ArrayDeque<>();
  private final Deque<RedisCommand<String, String, ?>> unanswered = new ArrayDeque<>();
  private final Set<String> channels = new HashSet<>();
  private final List<RedisPubSubListener<String, String>> listeners = new ArrayList<>();
  private boolean connected = true;
  private boolean closed;
  private int cuts;
  private long lastThere;
  private long lastBack;

  LettuceConnection(RedisServer server, RedisLatency latency) {
    this.server = server;
    this.world = server.world();
    this.latency = latency;
    SimulatedTask opener = SimulatedTask.current();
    if (opener == null) {
      throw new IllegalStateException("a connection is opened outside of a simulation");
    }
    this.reader = world.start(opener.node(), "redis-reader", this::read);
    server.connected(this);
  }

  private void read() {
    while (!closed) {
      Runnable next = received.poll();
      if (next == null) {
        reader.park(this);
      } else {
        next.run();
      }
    }
  }

  private void receive(Runnable answer) {
    received.add(answer);
    reader.wake();
  }

  void send(RedisCommand<String, String, ?> command) {
    if (!connected || closed) {
      command.completeExceptionally(
          new RedisException("Currently not connected. Commands are rejected."));
      return;
    }
    unanswered.add(command);
    transmit(command);
  }

  private void transmit(RedisCommand<String, String, ?> command) {
    ByteBuf buffer = Unpooled.buffer();
    command.encode(buffer);
    List<String> words = Resp.command(buffer);
    int cutsBefore = cuts;
    lastThere = later(lastThere);
    at(
        lastThere,
        () -> {
          if (cuts == cutsBefore) {
            carryOut(command, words);
          }
        });
  }

  private long later(long last) {
    return Math.max(last + 1, world.nanos() + latency.nanos(world.dice()));
  }

  private void at(long nanos, Runnable action) {
    world.after(Duration.ofNanos(nanos - world.nanos()), action);
  }

  private void carryOut(RedisCommand<String, String, ?> command, List<String> words) {
    ByteBuf answer;
    try {
      answer = Resp.answer(server.execute(words));
    } catch (RedisError e) {
      answer = Resp.error(String.valueOf(e.getMessage()));
    }
    int cutsBefore = cuts;
    ByteBuf sent = answer;
    lastBack = later(lastBack);
    at(
        lastBack,
        () -> {
          if (cuts == cutsBefore) {
            unanswered.remove(command);
            receive(() -> complete(command, sent));
          }
        });
  }

  private void complete(RedisCommand<String, String, ?> command, ByteBuf answer) {
    if (!command.isDone()) {
      decoder.decode(answer, command.getOutput());
      command.complete();
    }
  }

  /** The connection breaks; a while later the client has another. */
  void cut() {
    if (!connected || closed) {
      return;
    }
    world.note("the connection of %s to Redis is cut", reader.node());
    cuts++;
    connected = false;
    world.after(latency.reconnect(world.dice()), this::reconnect);
  }

  private void reconnect() {
    connected = true;
    List.copyOf(unanswered).stream().filter(command -> !command.isDone()).forEach(this::transmit);
    unanswered.removeIf(RedisCommand::isDone);
    channels.forEach(this::tellSubscribed);
  }

  void subscribe(String channel) {
    channels.add(channel);
    tellSubscribed(channel);
  }

  private void tellSubscribed(String channel) {
    receive(() -> listeners.forEach(listener -> listener.subscribed(channel, channels.size())));
  }

  void listen(RedisPubSubListener<String, String> listener) {
    listeners.add(listener);
  }

  /** A message for the channel, if anybody here listens; now and then it is lost on its way. */
  boolean publish(String channel, String message) {
    if (!connected || closed || !channels.contains(channel)) {
      return false;
    }
    Dice dice = world.dice();
    if (dice.chance(latency.lostMessagesPerMille())) {
      world.note("a message on %s is lost", channel);
      return true;
    }
    int cutsBefore = cuts;
    lastBack = later(lastBack);
    at(
        lastBack,
        () -> {
          if (cuts == cutsBefore) {
            receive(() -> listeners.forEach(listener -> listener.message(channel, message)));
          }
        });
    return true;
  }

  void close() {
    closed = true;
    reader.wake();
  }
}
