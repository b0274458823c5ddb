package dev.stampede.prove.site;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The points of one server at which something is to happen, each once. */
public final class Points {

  /** The deed at a point, done before the answer that marks it goes on. */
  public interface Action {

    /** Returns true if the connection goes on, false if it is cut with the answer untold. */
    boolean run();
  }

  private final Map<Point, AtomicReference<@Nullable Action>> armed = new EnumMap<>(Point.class);

  Points() {
    for (Point point : Point.values()) {
      armed.put(point, new AtomicReference<>());
    }
  }

  /** The next operation that comes to the point runs the action. */
  public void arm(Point point, Action action) {
    of(point).set(action);
  }

  /** Returns true if the point had not been reached. */
  public boolean disarm(Point point) {
    return of(point).getAndSet(null) != null;
  }

  boolean isArmed(Point point) {
    return of(point).get() != null;
  }

  Optional<Action> take(Point point) {
    return Optional.ofNullable(of(point).getAndSet(null));
  }

  @SuppressWarnings("NullAway") // the constructor has put one for each
  private AtomicReference<@Nullable Action> of(Point point) {
    return armed.get(point);
  }
}
