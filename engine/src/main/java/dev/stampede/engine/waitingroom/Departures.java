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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Records departures through a lane, so that buyers who leave at the same time share a commit. */
final class Departures implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Lane<Departure, Boolean> lane;

  private record Departure(ShowId show, LineExit moved) {}

  Departures(LineJournal journal) {
    this.lane =
        new Lane<>("departures", LaneSettings.DEFAULT, new Writing(journal), LaneListener.NONE);
  }

  /**
   * Records one departure; returns after its commit.
   *
   * @throws LineLostException if the line has begun again since
   */
  void write(ShowId show, LineExit moved) {
    switch (lane.submit(new Departure(show, moved), PATIENCE)) {
      case Outcome.Decided<Boolean> _ -> {}
      case Outcome.Failed<Boolean>(LineLostException lost) -> throw lost;
      case Outcome<Boolean> other ->
          throw new LineUnavailableException("the departure could not be stored: " + other);
    }
  }

  /**
   * Writes a group. Writing twice has the effect of once, so a commit with a lost answer needs no
   * check.
   */
  private record Writing(LineJournal journal) implements Committer<Departure, Boolean> {

    @Override
    public Commit<Boolean> commit(List<Departure> group) {
      Map<ShowId, List<LineExit>> byShow = new LinkedHashMap<>();
      group.forEach(
          one -> byShow.computeIfAbsent(one.show(), _ -> new ArrayList<>()).add(one.moved()));
      try {
        byShow.forEach(journal::gone);
      } catch (LineUnavailableException away) {
        throw new LaneUnavailableException(String.valueOf(away.getMessage()), away);
      }
      return new Commit.Done<>(Collections.nCopies(group.size(), new Decision.Decided<>(true)));
    }

    @Override
    public Commit<Boolean> commitAlone(Departure request) {
      return commit(List.of(request));
    }
  }

  @Override
  public void close() {
    lane.close();
  }
}
