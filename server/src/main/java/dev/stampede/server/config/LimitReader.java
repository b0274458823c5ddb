package dev.stampede.server.config;

import dev.stampede.server.limit.LimitSettings;

/** Reads what one client may take. */
final class LimitReader {

  private final SettingsReader reader;

  LimitReader(SettingsReader reader) {
    this.reader = reader;
  }

  LimitSettings read() {
    LimitSettings usual = LimitSettings.DEFAULT;
    return new LimitSettings(
        reader.number(
            "STAMPEDE_CLAIM_RATE_PER_BUYER",
            usual.claimsPerSecond(),
            0,
            LimitSettings.MAX_CLAIMS_PER_SECOND),
        reader.number(
            "STAMPEDE_STREAMS_PER_BUYER", usual.streamsPerBuyer(), 0, LimitSettings.MAX_STREAMS),
        reader.number(
            "STAMPEDE_STREAMS_PER_ADDRESS",
            usual.streamsPerAddress(),
            0,
            LimitSettings.MAX_STREAMS),
        reader.duration(
            "STAMPEDE_CLAIM_PATIENCE",
            usual.patience(),
            LimitSettings.MIN_PATIENCE,
            LimitSettings.MAX_PATIENCE));
  }
}
