package dev.stampede.server;

import dev.stampede.server.waitingroom.PlaceStreams;
import java.util.function.LongSupplier;

/**
 * The parts of a server that a test may replace; all else is the product's.
 *
 * @param nanos the time by which clients of a line are asked too often, quiet or stuck
 * @param maxPlaceStreams how many streams of places in line may be open
 */
record Overrides(LongSupplier nanos, int maxPlaceStreams) {

  static final Overrides NONE = new Overrides(System::nanoTime, PlaceStreams.DEFAULT_MAX_WATCHERS);
}
