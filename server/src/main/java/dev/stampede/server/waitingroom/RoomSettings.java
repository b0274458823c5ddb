package dev.stampede.server.waitingroom;

import dev.stampede.engine.waitingroom.LineLimits;

/** The limits of waiting rooms: of their lines, and of how often a client may ask about them. */
public record RoomSettings(LineLimits limits, QueueRates rates) {

  public static final RoomSettings DEFAULT =
      new RoomSettings(LineLimits.DEFAULT, QueueRates.DEFAULT);
}
