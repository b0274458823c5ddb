package dev.stampede.acceptance.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.acceptance.openapi.ApiDescription.Operation;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares what a server answers to every GET with what the description says of it. */
final class DescribedAnswers {

  private final ApiDescription api = ApiDescription.read().strict();
  private final Map<String, String> known;
  private final List<String> tokens;

  /**
   * Answers to compare.
   *
   * @param known the address, and what stands in paths, by its name there
   * @param tokens to be tried one after the other
   */
  DescribedAnswers(Map<String, String> known, List<String> tokens) {
    this.known = known;
    this.tokens = tokens;
  }

  /** The operations whose answers are as described; an answer that is not fails the test. */
  List<String> compare() throws IOException, InterruptedException {
    List<String> compared = new ArrayList<>();
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (Operation operation : api.operations()) {
        JsonNode schema = operation.responses().at("/200/content/application~1json/schema");
        String path = filledIn(operation.path());
        if (operation.method().equals("get") && !schema.isMissingNode() && !path.contains("{")) {
          HttpResponse<String> answer = ask(client, path);
          if (answer.statusCode() == 200) {
            assertThat(api.checking(schema).validate(new JsonMapper().readTree(answer.body())))
                .as(path + " " + answer.body())
                .isEmpty();
            compared.add(operation.node().path("operationId").asString());
          }
        }
      }
    }
    return compared;
  }

  /** {@code {id}} is another thing's in each part of the API. */
  private String filledIn(String path) {
    String filled = path;
    for (Map.Entry<String, String> one : known.entrySet()) {
      filled = filled.replace(one.getKey(), one.getValue());
    }
    return filled;
  }

  private HttpResponse<String> ask(HttpClient client, String path)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = null;
    for (String token : tokens) {
      answer =
          client.send(
              HttpRequest.newBuilder(URI.create(known.get("address") + path))
                  .header("Authorization", "Bearer " + token)
                  .build(),
              BodyHandlers.ofString());
      if (answer.statusCode() != 403) {
        return answer;
      }
    }
    throw new AssertionError("nobody may ask " + path + ": " + answer);
  }
}
