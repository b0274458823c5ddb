package dev.stampede.prove.simulation.loading;

import dev.stampede.prove.simulation.standin.SimCountDownLatch;
import dev.stampede.prove.simulation.standin.SimFutures;
import dev.stampede.prove.simulation.standin.SimLockSupport;
import dev.stampede.prove.simulation.standin.SimMaps;
import dev.stampede.prove.simulation.standin.SimRandom;
import dev.stampede.prove.simulation.standin.SimReentrantLock;
import dev.stampede.prove.simulation.standin.SimSecureRandom;
import dev.stampede.prove.simulation.standin.SimSemaphore;
import dev.stampede.prove.simulation.standin.SimThreadBuilder;
import dev.stampede.prove.simulation.standin.SimThreads;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The classes and methods of others that simulated code does not call, and what it calls instead.
 */
final class Replacements {

  /** Whole classes: every mention of the first becomes the second. */
  static final Map<ClassDesc, ClassDesc> CLASSES =
      Map.of(
          desc("java.util.concurrent.locks.LockSupport"), desc(SimLockSupport.class),
          desc("java.util.concurrent.locks.ReentrantLock"), desc(SimReentrantLock.class),
          desc("java.util.concurrent.Semaphore"), desc(SimSemaphore.class),
          desc("java.util.concurrent.CountDownLatch"), desc(SimCountDownLatch.class),
          desc("java.util.concurrent.ThreadLocalRandom"), desc(SimRandom.class),
          desc("java.security.SecureRandom"), desc(SimSecureRandom.class),
          desc("java.lang.Thread$Builder"), desc(SimThreadBuilder.class),
          desc("java.lang.Thread$Builder$OfPlatform"), desc(SimThreadBuilder.class),
          desc("java.lang.Thread$Builder$OfVirtual"), desc(SimThreadBuilder.class));

  /**
   * A static method that takes the place of another method.
   *
   * @param name its name where it differs from the other's
   */
  record Call(ClassDesc owner, String name) {}

  private static final String MAP = "java.util.Map";
  private static final String CONCURRENT_MAP = "java.util.concurrent.ConcurrentMap";
  private static final String HASH_MAP = "java.util.concurrent.ConcurrentHashMap";
  private static final String COMPLETABLE = "java.util.concurrent.CompletableFuture";

  private static final Map<String, Call> CALLS = calls();

  /** Accesses to objects of these classes can be seen by other threads. */
  private static final Set<ClassDesc> SHARED =
      Set.of(
          desc(HASH_MAP),
          desc(CONCURRENT_MAP),
          desc(COMPLETABLE),
          desc("java.util.concurrent.ArrayBlockingQueue"),
          desc("java.util.concurrent.BlockingQueue"),
          desc("java.util.concurrent.ConcurrentLinkedQueue"));

  private static final String ATOMICS = "Ljava/util/concurrent/atomic/";

  private Replacements() {}

  private static Map<String, Call> calls() {
    Map<String, Call> calls = new HashMap<>();
    to(calls, SimThreads.class, "java.lang.System", "nanoTime", "currentTimeMillis");
    to(calls, SimThreads.class, "java.lang.Thread", "sleep", "join");
    calls.put(key(desc("java.lang.Thread"), "yield"), new Call(desc(SimThreads.class), "yield"));
    calls.put(
        key(desc("java.lang.Thread"), "onSpinWait"), new Call(desc(SimThreads.class), "yield"));
    to(calls, SimThreads.class, "java.util.concurrent.TimeUnit", "sleep");
    to(calls, SimThreads.class, "java.time.Instant", "now");
    to(calls, SimThreads.class, "java.time.Clock", "systemUTC");
    to(calls, SimThreads.class, "java.util.UUID", "randomUUID");
    to(calls, SimThreads.class, "java.lang.Math", "random");
    calls.put(
        key(desc("org.slf4j.LoggerFactory"), "getLogger"),
        new Call(desc(SimThreads.class), "logger"));
    to(calls, SimThreadBuilder.class, "java.lang.Thread", "ofPlatform", "ofVirtual");
    to(
        calls,
        SimFutures.class,
        COMPLETABLE,
        "get",
        "join",
        "orTimeout",
        "completeOnTimeout",
        "delayedExecutor");
    to(calls, SimFutures.class, "java.util.concurrent.Future", "get");
    to(
        calls,
        SimFutures.class,
        "java.util.concurrent.Executors",
        "newVirtualThreadPerTaskExecutor");
    // The product's own methods that open connections to a real Redis or Kafka.
    ClassDesc kafka = desc("dev.stampede.prove.simulation.scenario.KafkaStandIn");
    calls.put(key(desc("dev.stampede.kafka.RelayProducer"), "open"), new Call(kafka, "open"));
    calls.put(key(desc("dev.stampede.kafka.KafkaCluster"), "admin"), new Call(kafka, "admin"));
    calls.put(key(desc("dev.stampede.kafka.Topics"), "missing"), new Call(kafka, "missing"));
    for (String name : List.of("of", "shutDown")) {
      calls.put(
          key(desc("dev.stampede.redis.RedisClients"), name),
          new Call(desc("dev.stampede.prove.simulation.scenario.RedisClientsStandIn"), name));
    }
    for (String map : List.of(MAP, CONCURRENT_MAP, HASH_MAP)) {
      to(calls, SimMaps.class, map, "computeIfAbsent", "computeIfPresent", "compute", "merge");
    }
    return Map.copyOf(calls);
  }

  private static void to(Map<String, Call> calls, Class<?> to, String from, String... names) {
    for (String name : names) {
      calls.put(key(desc(from), name), new Call(desc(to), name));
    }
  }

  private static ClassDesc desc(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  private static ClassDesc desc(String name) {
    return ClassDesc.of(name);
  }

  private static String key(ClassDesc owner, String name) {
    return owner.descriptorString() + name;
  }

  /** The method that is called instead, if another is. */
  static @Nullable Call call(ClassDesc owner, String name) {
    return CALLS.get(key(owner, name));
  }

  /** The replacement's type: the receiver, where there is one, comes first. */
  static MethodTypeDesc type(ClassDesc owner, MethodTypeDesc type, boolean isStatic) {
    MethodTypeDesc all = isStatic ? type : type.insertParameterTypes(0, receiver(owner));
    ClassDesc answer = CLASSES.get(all.returnType());
    return answer == null ? all : all.changeReturnType(answer);
  }

  private static ClassDesc receiver(ClassDesc owner) {
    String name = owner.descriptorString();
    if (name.equals(desc(HASH_MAP).descriptorString())
        || name.equals(desc(CONCURRENT_MAP).descriptorString())) {
      return desc(MAP);
    }
    return owner;
  }

  static boolean isShared(ClassDesc owner) {
    return SHARED.contains(owner) || owner.descriptorString().startsWith(ATOMICS);
  }
}
