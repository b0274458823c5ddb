package dev.stampede.server.matchmaking;

import dev.stampede.matchmaking.match.Match;
import dev.stampede.matchmaking.ticket.Ticket;
import dev.stampede.matchmaking.ticket.TypedBytes;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The request to an assigner over HTTP: matches that want a place, with their tickets. */
record AssignerRequest(String profile, List<Wanted> matches) {

  AssignerRequest {
    matches = List.copyOf(matches);
  }

  static AssignerRequest of(String profile, Collection<Match> matches) {
    return new AssignerRequest(profile, matches.stream().map(Wanted::of).toList());
  }

  /** One match. */
  record Wanted(String matchId, double score, List<Player> tickets, Map<String, Typed> extensions) {

    static Wanted of(Match match) {
      return new Wanted(
          match.id(),
          match.score(),
          match.tickets().stream().map(Player::of).toList(),
          typed(match.extensions()));
    }
  }

  /** One ticket of it. */
  record Player(
      String id,
      Instant createTime,
      Map<String, Double> doubleArgs,
      Map<String, String> stringArgs,
      List<String> tags,
      Map<String, Typed> extensions) {

    static Player of(Ticket ticket) {
      return new Player(
          ticket.id().value(),
          ticket.createTime(),
          ticket.searchFields().doubleArgs(),
          ticket.searchFields().stringArgs(),
          ticket.searchFields().tags(),
          typed(ticket.extensions()));
    }
  }

  /** A value that only its owner understands, in base64. */
  record Typed(String typeUrl, String value) {

    static Typed of(TypedBytes bytes) {
      return new Typed(bytes.type(), Base64.getEncoder().encodeToString(bytes.bytes()));
    }
  }

  private static Map<String, Typed> typed(Map<String, TypedBytes> extensions) {
    return extensions.entrySet().stream()
        .collect(
            Collectors.toUnmodifiableMap(Map.Entry::getKey, entry -> Typed.of(entry.getValue())));
  }
}
