package dev.stampede.postgres.claim;

import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.Wanted;
import dev.stampede.engine.claim.decision.Locked.SeatKey;
import dev.stampede.engine.claim.decision.Proposal;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.ShowId;
import dev.stampede.postgres.show.ShowMaps;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The seats picked for those claims of a group that want the best there are, in their order. */
final class BestPicks {

  private final FreeSeatPool pool;
  private final ShowMaps maps;
  private final List<Claim.Taking> wishes = new ArrayList<>();
  private final Map<ShowId, ShowPicks> shows = new HashMap<>();
  private final Map<HoldId, Proposal> proposals = new HashMap<>();

  BestPicks(FreeSeatPool pool, ShowMaps maps) {
    this.pool = pool;
    this.maps = maps;
  }

  /**
   * Picks seats for the whole group, each seat at most once. A claim that will probably be refused
   * for lack of a pass gets none: otherwise other buyers would get worse seats.
   */
  void propose(Connection connection, List<Claim> group) throws SQLException {
    boolean anyBest =
        group.stream()
            .anyMatch(
                claim ->
                    claim.bare() instanceof Claim.Taking taking
                        && taking.wanted() instanceof Wanted.Best);
    if (!anyBest) {
      return;
    }
    for (Claim claim : group) {
      if (claim.bare() instanceof Claim.Taking taking
          && maps.rules(taking.show()).mayTake(taking)) {
        propose(connection, taking);
      }
    }
  }

  private void propose(Connection connection, Claim.Taking claim) throws SQLException {
    SeatMap map = maps.map(claim.show());
    if (map == null) {
      proposals.put(claim.hold(), new Proposal(List.of()));
      return;
    }
    ShowPicks picks = shows.computeIfAbsent(claim.show(), show -> new ShowPicks(show, map, pool));
    switch (claim.wanted()) {
      case Wanted.Seats named -> picks.leaveTo(named.numbers());
      case Wanted.Best best -> {
        wishes.add(claim);
        proposals.put(claim.hold(), picks.pick(connection, best));
      }
    }
  }

  boolean isEmpty() {
    return wishes.isEmpty();
  }

  Map<HoldId, Proposal> proposals() {
    return proposals;
  }

  /**
   * Picks again for each claim with a seat that is not free or not locked, and returns the seats to
   * lock for the new picks.
   */
  NavigableSet<SeatKey> revise(Connection connection, LockedRows rows) throws SQLException {
    NavigableSet<SeatKey> more = new TreeSet<>();
    for (Claim.Taking claim : wishes) {
      ShowPicks picks = shows.get(claim.show());
      Proposal proposal = proposals.get(claim.hold());
      if (picks == null || proposal == null || !isBroken(claim.show(), proposal, rows, picks)) {
        continue;
      }
      Proposal revised = picks.pick(connection, (Wanted.Best) claim.wanted());
      proposals.put(claim.hold(), revised);
      for (int seat : revised.seats()) {
        SeatKey key = new SeatKey(claim.show(), seat);
        if (rows.seat(key) == null && !picks.isSkipped(seat)) {
          more.add(key);
        }
      }
    }
    return more;
  }

  private static boolean isBroken(
      ShowId show, Proposal proposal, LockedRows rows, ShowPicks picks) {
    boolean broken = false;
    for (int seat : proposal.seats()) {
      SeatRow row = rows.seat(new SeatKey(show, seat));
      if (row == null) {
        picks.skip(seat);
        broken = true;
      } else if (!row.isFreeAt(rows.now())) {
        picks.taken(seat);
        broken = true;
      }
    }
    if (broken) {
      picks.giveBack(proposal.seats());
    }
    return broken;
  }
}
