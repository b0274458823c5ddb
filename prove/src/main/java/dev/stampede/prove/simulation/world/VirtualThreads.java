package dev.stampede.prove.simulation.world;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Executor;

/**
 * Virtual threads with a scheduler of our own. The JDK has them for its own tests and does not
 * export them, so the JVM has to be started with {@value #OPTION}.
 */
final class VirtualThreads {

  static final String OPTION = "--add-opens=java.base/java.lang=ALL-UNNAMED";

  private static final MethodHandle NEW = find();

  private VirtualThreads() {}

  private static MethodHandle find() {
    try {
      Class<?> builders = Class.forName("java.lang.ThreadBuilders");
      return MethodHandles.privateLookupIn(builders, MethodHandles.lookup())
          .findStatic(
              builders,
              "newVirtualThread",
              MethodType.methodType(
                  Thread.class, Executor.class, String.class, int.class, Runnable.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "the simulation needs the JDK's virtual threads with a scheduler of its own; start the"
              + " JVM with "
              + OPTION,
          e);
    }
  }

  /** A thread that has not started; its scheduler is given each of its continuations. */
  static Thread unstarted(Executor scheduler, String name, Runnable body) {
    try {
      return (Thread) NEW.invokeExact(scheduler, name, 0, body);
    } catch (Throwable e) {
      throw new IllegalStateException("no virtual thread could be made for " + name, e);
    }
  }
}
