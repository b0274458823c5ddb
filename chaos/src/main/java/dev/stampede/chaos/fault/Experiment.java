package dev.stampede.chaos.fault;

import dev.stampede.chaos.house.House;
import dev.stampede.chaos.house.Shape;
import java.time.Duration;
import java.util.function.Function;

/**
 * One thing that is tried.
 *
 * @param label as it is typed
 * @param story what is done, in one line
 * @param shape what it is done to
 * @param fault how it is done
 * @param usually how long it lasts unless somebody says otherwise
 * @param mendsItself nobody has to mend anything: then recovery is counted from its beginning
 */
public record Experiment(
    String label,
    String story,
    Shape shape,
    Function<House, Fault> fault,
    Duration usually,
    boolean mendsItself) {

  public Fault in(House house) {
    return fault.apply(house);
  }
}
