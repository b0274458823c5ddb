package dev.stampede.prove.simulation.standin;

import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Stands in for the methods of maps that call back: a concurrent map holds a monitor of its own
 * meanwhile, and no other task may go on there.
 */
public final class SimMaps {

  private SimMaps() {}

  public static <K, V> @Nullable V computeIfAbsent(
      Map<K, V> map, K key, Function<? super K, ? extends V> making) {
    SimTasks.point();
    SimTasks.beginQuiet();
    try {
      return map.computeIfAbsent(key, making);
    } finally {
      SimTasks.endQuiet();
    }
  }

  public static <K, V> @Nullable V computeIfPresent(
      Map<K, V> map, K key, BiFunction<? super K, ? super V, ? extends V> changing) {
    SimTasks.point();
    SimTasks.beginQuiet();
    try {
      return map.computeIfPresent(key, changing);
    } finally {
      SimTasks.endQuiet();
    }
  }

  public static <K, V> @Nullable V compute(
      Map<K, V> map, K key, BiFunction<? super K, ? super V, ? extends V> changing) {
    SimTasks.point();
    SimTasks.beginQuiet();
    try {
      return map.compute(key, changing);
    } finally {
      SimTasks.endQuiet();
    }
  }

  public static <K, V> @Nullable V merge(
      Map<K, V> map, K key, V value, BiFunction<? super V, ? super V, ? extends V> merging) {
    SimTasks.point();
    SimTasks.beginQuiet();
    try {
      return map.merge(key, value, merging);
    } finally {
      SimTasks.endQuiet();
    }
  }
}
