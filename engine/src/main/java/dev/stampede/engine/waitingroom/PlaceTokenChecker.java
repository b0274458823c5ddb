package dev.stampede.engine.waitingroom;

import dev.stampede.engine.show.ShowId;
import dev.stampede.lane.Commit;
import dev.stampede.lane.Committer;
import dev.stampede.lane.Decision;
import dev.stampede.lane.Lane;
import dev.stampede.lane.LaneListener;
import dev.stampede.lane.LaneSettings;
import dev.stampede.lane.LaneUnavailableException;
import dev.stampede.lane.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Checks the tokens of returning buyers in groups: after a loss a whole crowd returns, and shares
 * one query.
 */
final class PlaceTokenChecker implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Lane<PlaceToken, Long> lane;

  PlaceTokenChecker(LineJournal journal, EarlyDraws draws) {
    this.lane =
        new Lane<>(
            "place-tokens", LaneSettings.DEFAULT, new Asking(journal, draws), LaneListener.NONE);
  }

  /** The number that the token is worth; 0 if it is worth none. */
  long worth(PlaceToken token) {
    return switch (lane.submit(token, PATIENCE)) {
      case Outcome.Decided<Long>(Long number) -> number;
      case Outcome<Long> other ->
          throw new LineUnavailableException("a place could not be looked up: " + other);
    };
  }

  private record Asking(LineJournal journal, EarlyDraws draws)
      implements Committer<PlaceToken, Long> {

    @Override
    public Commit<Long> commit(List<PlaceToken> group) {
      Map<ShowId, List<PlaceToken>> byShow =
          group.stream().distinct().collect(Collectors.groupingBy(PlaceToken::show));
      Map<PlaceToken, Long> worth = new HashMap<>();
      try {
        byShow.forEach((show, tokens) -> worth.putAll(worth(show, tokens)));
      } catch (LineUnavailableException away) {
        throw new LaneUnavailableException(String.valueOf(away.getMessage()), away);
      }
      return new Commit.Done<>(
          group.stream()
              .<Decision<Long>>map(token -> new Decision.Decided<>(worth.getOrDefault(token, 0L)))
              .toList());
    }

    private Map<PlaceToken, Long> worth(ShowId show, List<PlaceToken> tokens) {
      List<Boolean> good = journal.areGood(show, tokens);
      List<PlaceToken> left = new ArrayList<>();
      for (int i = 0; i < tokens.size(); i++) {
        if (good.get(i)) {
          left.add(tokens.get(i));
        }
      }
      return draws.worth(show, left);
    }

    @Override
    public Commit<Long> commitAlone(PlaceToken token) {
      return commit(List.of(token));
    }
  }

  @Override
  public void close() {
    lane.close();
  }
}
