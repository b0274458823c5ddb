package dev.stampede.server.matchmaking;

import dev.stampede.matchmaking.match.Assigner;
import dev.stampede.matchmaking.match.Match;
import dev.stampede.matchmaking.ticket.Assignment;
import dev.stampede.matchmaking.ticket.AssignmentGroup;
import dev.stampede.server.failure.ServerException;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks an external assigner over HTTP where matches are played, some matches at a time.
 *
 * <p>A match that the answer does not name has no place: its tickets go back. When a call fails, no
 * further one is made, and the earlier answers count; so an assigner that is down costs one timeout
 * a tick, however many matches wait.
 */
public final class HttpAssigner implements Assigner {

  static final int MATCHES_A_CALL = 100;
  static final int MAX_ANSWER_BYTES = 1024 * 1024;
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  private static final int OK = 200;

  private static final Logger log = LoggerFactory.getLogger(HttpAssigner.class);
  private static final JsonMapper JSON = JsonMapper.shared();

  private final String profile;
  private final AssignerSettings.Http settings;
  private final HttpClient client;

  public HttpAssigner(String profile, AssignerSettings.Http settings) {
    this.profile = profile;
    this.settings = settings;
    this.client =
        HttpClient.newBuilder()
            .connectTimeout(min(CONNECT_TIMEOUT, settings.timeout()))
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  @Override
  public List<AssignmentGroup> assign(List<Match> matches) throws InterruptedException {
    List<AssignmentGroup> assigned = new ArrayList<>();
    for (int from = 0; from < matches.size(); from += MATCHES_A_CALL) {
      List<Match> some = matches.subList(from, Math.min(from + MATCHES_A_CALL, matches.size()));
      try {
        assigned.addAll(ask(some));
      } catch (IOException | JacksonException e) {
        String what =
            "the assigner of %s did not place %d matches: %s"
                .formatted(profile, matches.size() - from, e);
        if (assigned.isEmpty()) {
          throw new ServerException(what, e);
        }
        log.warn("{}; {} were placed before", what, assigned.size());
        break;
      }
    }
    return assigned;
  }

  private List<AssignmentGroup> ask(List<Match> matches) throws IOException, InterruptedException {
    Map<String, Match> byId = HashMap.newHashMap(matches.size());
    matches.forEach(match -> byId.put(match.id(), match));
    HttpRequest request =
        HttpRequest.newBuilder(settings.url())
            .timeout(settings.timeout())
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofByteArray(
                    JSON.writeValueAsBytes(AssignerRequest.of(profile, byId.values()))))
            .build();
    HttpResponse<byte[]> response =
        client.send(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_ANSWER_BYTES));
    if (response.statusCode() != OK) {
      throw new IOException("it answered %d, not 200".formatted(response.statusCode()));
    }
    return read(JSON.readTree(response.body()), byId);
  }

  /** Of a match that is named twice the first counts; one that was not asked for is passed over. */
  private static List<AssignmentGroup> read(JsonNode answer, Map<String, Match> byId)
      throws IOException {
    if (!answer.path("assignments").isArray()) {
      throw new IOException(
          "its answer has no list of assignments; it must be {\"assignments\":[{\"matchId\":…,\"connection\":…}]}");
    }
    List<AssignmentGroup> groups = new ArrayList<>();
    Set<String> placed = new HashSet<>();
    for (JsonNode each : answer.path("assignments")) {
      Match match = byId.get(each.path("matchId").asString(""));
      String connection = each.path("connection").asString("");
      if (match != null && !connection.isEmpty() && placed.add(match.id())) {
        groups.add(new AssignmentGroup(match.ticketIds(), connection(match, connection)));
      }
    }
    return groups;
  }

  private static Assignment connection(Match match, String connection) throws IOException {
    try {
      return Assignment.to(connection);
    } catch (IllegalArgumentException e) {
      throw new IOException("match %s: %s".formatted(match.id(), e.getMessage()), e);
    }
  }
}
