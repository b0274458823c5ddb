package dev.stampede.server.config;

import java.util.List;

/** A service the server needs, and the settings any of which says where it is. */
public enum ExternalService {
  DATABASE,
  REDIS,
  KAFKA;

  private List<String> settings() {
    return switch (this) {
      case DATABASE -> List.of("DATABASE_URL");
      case REDIS -> List.of("REDIS_URL", "REDIS_HOST", "REDIS_SENTINELS", "REDIS_CLUSTER");
      case KAFKA -> List.of("KAFKA_BOOTSTRAP_SERVERS");
    };
  }

  /** The setting that names one plain address. */
  public String addressSetting() {
    return settings().getFirst();
  }

  public boolean isConfiguredIn(SettingsSource source) {
    return settings().stream().anyMatch(source::has);
  }

  String inWords() {
    return String.join(" or ", settings());
  }
}
