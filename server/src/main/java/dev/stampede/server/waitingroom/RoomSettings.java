package dev.stampede.server.waitingroom;

import dev.stampede.engine.waitingroom.LineLimits;

/** What bounds waiting rooms: their lines, and how often one may ask about them. */
public record RoomSettings(LineLimits limits, QueueRates rates) {

  public static final RoomSettings DEFAULT =
      new RoomSettings(LineLimits.DEFAULT, QueueRates.DEFAULT);
}
