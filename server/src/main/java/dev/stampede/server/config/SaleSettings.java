package dev.stampede.server.config;

import dev.stampede.server.waitingroom.RoomSettings;

/** How it is sold: the line in front, and the claims behind it. */
public record SaleSettings(ClaimSettings claims, RoomSettings rooms) {}
