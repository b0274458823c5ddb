package dev.stampede.assembly;

import dev.stampede.engine.claim.BookedPass;
import dev.stampede.engine.claim.layer.ClaimObserver;
import dev.stampede.lane.LaneListener;
import dev.stampede.postgres.claim.UnderLocks;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** A claim path to be opened; what differs from the product's defaults is named here. */
public final class ClaimPathBuilder {

  final ClaimStores stores;
  final ClaimPathSettings settings;
  InstantSource clock = InstantSource.system();
  Consumer<List<BookedPass>> booked = passes -> {};
  IntFunction<LaneListener> laneListeners = lane -> LaneListener.NONE;
  UnderLocks underLocks = UnderLocks.NOTHING;
  ClaimObserver observer = ClaimObserver.NONE;
  boolean memory = true;
  boolean gate = true;
  boolean news = true;

  ClaimPathBuilder(ClaimStores stores, ClaimPathSettings settings) {
    this.stores = stores;
    this.settings = settings;
  }

  /** Tells the path's time by this clock. */
  public ClaimPathBuilder clock(InstantSource source) {
    clock = source;
    return this;
  }

  /** Tells this listener of the passes that bookings have spent. */
  public ClaimPathBuilder tellOfBookedPasses(Consumer<List<BookedPass>> listener) {
    booked = listener;
    return this;
  }

  /** Tells each lane's listener what the lane does. */
  public ClaimPathBuilder listenToLanes(IntFunction<LaneListener> listeners) {
    laneListeners = listeners;
    return this;
  }

  /** Does this between a transaction's row locks and its writes. */
  public ClaimPathBuilder underLocks(UnderLocks work) {
    underLocks = work;
    return this;
  }

  /** Tells this observer of every claim. */
  public ClaimPathBuilder observedBy(ClaimObserver one) {
    observer = one;
    return this;
  }

  /** Leaves out layer 0, the knowledge of this process. */
  public ClaimPathBuilder withoutMemory() {
    memory = false;
    return this;
  }

  /** Leaves out layer 1, the gate in Redis. */
  public ClaimPathBuilder withoutGate() {
    gate = false;
    return this;
  }

  /** Tells neither Redis nor other servers of seats that changed; memory needs news. */
  public ClaimPathBuilder withoutNews() {
    memory = false;
    news = false;
    return this;
  }

  public ClaimPath open() {
    return new ClaimPath(this);
  }
}
