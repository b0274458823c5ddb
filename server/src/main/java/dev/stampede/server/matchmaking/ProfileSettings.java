package dev.stampede.server.matchmaking;

import dev.stampede.matchmaking.match.MatchFunction;
import dev.stampede.matchmaking.match.OneVersusOne;
import dev.stampede.matchmaking.pool.MatchProfile;

/** A kind of match that this server makes: from whom, by which function, and played where. */
public record ProfileSettings(
    MatchProfile profile, MatchFunction function, AssignerSettings assigner) {

  /** The profile that a newcomer finds: it pairs each ticket with the next. */
  public static final ProfileSettings DEMO =
      new ProfileSettings(
          MatchProfile.forEverybody("demo-1v1"),
          new OneVersusOne(),
          new AssignerSettings.Fixed("demo.invalid:7777"));

  public String name() {
    return profile.name();
  }
}
