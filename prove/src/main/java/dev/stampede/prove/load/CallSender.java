package dev.stampede.prove.load;

import dev.stampede.crowd.CallFailedException;
import dev.stampede.crowd.CrowdClient;
import dev.stampede.crowd.Response;
import dev.stampede.crowd.Target;
import dev.stampede.prove.history.Answered;
import dev.stampede.prove.history.CallRecorder;
import dev.stampede.prove.history.Meaning;
import dev.stampede.prove.history.RecordedCall;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** Sends calls over HTTP and records each with its answer. */
final class CallSender implements AutoCloseable {

  /** A client waits so long, and then asks another server. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private final SaleSite site;
  private final CallRecorder recorder;
  private final AnswerReader reader;
  private final List<Target> targets;
  private final List<CrowdClient> connections;
  private final Map<String, String> tokens = new ConcurrentHashMap<>();

  CallSender(SaleSite site, CallRecorder recorder, ShowsOnSale shows, int connections) {
    this.site = site;
    this.recorder = recorder;
    this.reader = new AnswerReader(shows);
    this.targets = List.copyOf(site.targets());
    this.connections = targets.stream().map(target -> CrowdClient.to(target, connections)).toList();
  }

  /** Sends a call once. */
  CallReply send(int client, int server, ClientCall call) throws InterruptedException {
    long id = recorder.nextId();
    String token = tokens.computeIfAbsent(call.user(), site::token);
    long invoked = recorder.nowMicros();
    Answered answered = Answered.nothing("interrupted");
    JsonNode body = MissingNode.getInstance();
    String location = "";
    try {
      Response response =
          connections.get(server).send(call.to(targets.get(server), token), PATIENCE);
      location = response.header("Location").orElse("");
      body = read(response);
      answered = reader.read(call, response, body);
    } catch (CallFailedException e) {
      answered = Answered.nothing(e.failure().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    } catch (JacksonException e) {
      answered = Answered.nothing("malformed");
    } finally {
      recorder.record(
          new RecordedCall(
              id,
              call.kind(),
              client,
              call.buyer(),
              server,
              invoked,
              recorder.nowMicros(),
              call.asked(),
              answered));
    }
    Meaning meaning = Meaning.of(call.kind(), answered.status(), answered.problem());
    return new CallReply(meaning, answered, body, location);
  }

  private static JsonNode read(Response response) {
    return response.bodyLength() == 0
        ? MissingNode.getInstance()
        : JsonMapper.shared().readTree(response.body());
  }

  @Override
  public void close() {
    connections.forEach(CrowdClient::close);
  }
}
