package dev.stampede.prove.simulation.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stampede.prove.simulation.world.Node;
import dev.stampede.prove.simulation.world.SimulatedTask;
import dev.stampede.prove.simulation.world.World;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * A topic and its producers. A record that is sent arrives after a while, or never; its producer
 * hears of that, or does not; and what a producer had on its way when it was closed may still
 * arrive, later than what the next producer sends.
 */
final class KafkaModel {

  private static final Pattern VERSION = Pattern.compile("\"version\":(\\d+)");
  private static final int GIVES_UP_MILLIS = 800;
  private static final int STRAGGLES_MILLIS = 3_000;

  private final World world;
  private final Map<String, Integer> highest = new HashMap<>();
  private int lostPerMille;
  private int deafPerMille;

  KafkaModel(World world) {
    this.world = world;
  }

  void trouble(int lost, int deaf) {
    lostPerMille = lost;
    deafPerMille = deaf;
  }

  /** The highest version of a key that has arrived; 0 where none has. */
  int highest(String key) {
    return highest.getOrDefault(key, 0);
  }

  private void arrive(ProducerRecord<String, byte[]> record) {
    Matcher found = VERSION.matcher(new String(record.value(), UTF_8));
    world.check(found.find(), "an event has a version", "%s has none", record.key());
    int version = Integer.parseInt(found.group(1));
    int before = highest(record.key());
    world.note("Kafka has version %d of %s", version, record.key());
    world.check(
        version <= before + 1,
        "events of a key arrive in order, without a gap",
        "version %d of %s arrived after %d",
        version,
        record.key(),
        before);
    highest.put(record.key(), Math.max(before, version));
  }

  /** A producer for the server that asks. */
  @SuppressWarnings("unchecked") // the proxy implements nothing else
  Producer<String, byte[]> producer() {
    One one = new One(Objects.requireNonNull(SimulatedTask.current()).node());
    return (Producer<String, byte[]>)
        Proxy.newProxyInstance(
            KafkaModel.class.getClassLoader(),
            new Class<?>[] {Producer.class},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "send" -> one.send((ProducerRecord<String, byte[]>) arguments[0]);
                  case "flush" -> one.flush();
                  case "close" -> one.close();
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  /** One producer. */
  private final class One {

    private final Node node;
    private final List<CompletableFuture<RecordMetadata>> sent = new ArrayList<>();
    private boolean closed;

    One(Node node) {
      this.node = node;
    }

    CompletableFuture<RecordMetadata> send(ProducerRecord<String, byte[]> record) {
      if (closed) {
        throw new KafkaException("the producer is closed");
      }
      CompletableFuture<RecordMetadata> answer = new CompletableFuture<>();
      sent.add(answer);
      boolean lost = world.dice().chance(lostPerMille);
      boolean late = world.dice().chance(lostPerMille / 2);
      boolean deaf = lost || late || world.dice().chance(deafPerMille);
      if (!lost) {
        long most = late ? STRAGGLES_MILLIS : 10;
        world.after(
            Duration.ofMillis(world.dice().between(1, most)),
            () -> {
              arrive(record);
              if (!deaf) {
                later(answer, 5, () -> answer.complete(metadata(record)));
              }
            });
      }
      if (deaf) {
        later(
            answer,
            GIVES_UP_MILLIS,
            () -> answer.completeExceptionally(new TimeoutException("no answer from the broker")));
      }
      return answer;
    }

    private void later(CompletableFuture<?> answer, int mostMillis, Runnable ending) {
      world.after(
          Duration.ofMillis(world.dice().between(1, mostMillis)),
          () -> {
            if (!answer.isDone()) {
              world.start(node, "kafka-sender", ending);
            }
          });
    }

    private RecordMetadata metadata(ProducerRecord<String, byte[]> record) {
      return new RecordMetadata(new TopicPartition(record.topic(), 0), 0, 0, 0, 0, 0);
    }

    boolean flush() {
      sent.forEach(answer -> answer.handle((_, _) -> true).join());
      sent.clear();
      return true;
    }

    /** At once: who waits for an answer hears that there will be none. */
    boolean close() {
      closed = true;
      sent.forEach(
          answer -> answer.completeExceptionally(new KafkaException("the producer was closed")));
      return true;
    }
  }
}
