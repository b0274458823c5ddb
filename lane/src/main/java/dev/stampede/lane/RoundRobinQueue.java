package dev.stampede.lane;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue in which keys take turns. Not safe for use by several threads.
 *
 * <p>Elements of one key are taken in order of arrival; keys that have any waiting take turns, one
 * each. So an element waits for those before it of its own key, and for as many of each other key:
 * a crowd behind one key makes the others wait for one of it, not for all. Places are shared in the
 * same manner ({@link Shares}).
 */
public final class RoundRobinQueue<E> {

  /** The waiting elements of one key; never empty while it has a turn. */
  private record Line<E>(Object key, Queue<E> waiting) {}

  private final int capacity;
  private final Map<Object, Line<E>> lines = new HashMap<>();

  /** The same lines, the one whose turn is next first. */
  private final Queue<Line<E>> turns = new ArrayDeque<>();

  private int size;

  public RoundRobinQueue(int capacity) {
    this.capacity = capacity;
  }

  /** Adds one behind those of its key; false when there is no room for it. */
  public boolean offer(Object key, E element) {
    Line<E> line = lines.get(key);
    int own = line == null ? 0 : line.waiting().size();
    int keys = line == null ? lines.size() + 1 : lines.size();
    if (!Shares.isRoom(own, size, keys, capacity)) {
      return false;
    }
    if (line == null) {
      line = new Line<>(key, new ArrayDeque<>());
      lines.put(key, line);
      turns.add(line);
    }
    line.waiting().add(element);
    size++;
    return true;
  }

  /** Takes the oldest of the key whose turn it is, if there is one. */
  public @Nullable E poll() {
    Line<E> line = turns.poll();
    if (line == null) {
      return null;
    }
    E element = line.waiting().poll();
    if (line.waiting().isEmpty()) {
      lines.remove(line.key());
    } else {
      turns.add(line);
    }
    size--;
    return element;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public int size() {
    return size;
  }

  public int capacity() {
    return capacity;
  }

  /** True if elements of several keys wait. */
  public boolean isShared() {
    return lines.size() > 1;
  }
}
