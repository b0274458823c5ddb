package dev.stampede.server.config;

import dev.stampede.server.matchmaking.ProfileSettings;
import java.util.List;

/**
 * The settings of the matchmaker.
 *
 * @param anyOtherPort whether another port will do when this one is taken, because nobody has
 *     configured it
 * @param validate whether tickets must exist to be assigned
 * @param profiles the matches that this server makes; without any it only keeps tickets
 */
public record MatchSettings(
    int grpcPort, boolean anyOtherPort, boolean validate, List<ProfileSettings> profiles) {

  public MatchSettings {
    profiles = List.copyOf(profiles);
  }
}
