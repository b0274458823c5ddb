package dev.stampede.acceptance.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.acceptance.Repository;
import dev.stampede.acceptance.openapi.ApiDescription.Operation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The API's description by the rules that linters recommend, and by those that make generated
 * clients work. Every rule but those on references, paths and the head was seen to fail on a
 * description that had been written by hand without them.
 */
final class OpenApiLintTest {

  private static final Pattern PATH_PARAMETER = Pattern.compile("\\{([^}]+)}");

  /** An error status, as in "404 if it is off"; one in parentheses is another operation's. */
  private static final Pattern ERROR = Pattern.compile("(?<!\\()\\b([45]\\d\\d)\\b(?!,\\d)");

  private final ApiDescription api = ApiDescription.read();

  /** A comma in an unquoted description of a flow mapping ends it; the rest becomes a key. */
  @Test
  void everyKeyBelongsToOpenApi() {
    assertThat(OpenApiKeys.unknownIn(api)).isEmpty();

    List<String> empty = new ArrayList<>();
    api.eachNode(
        (at, node) -> {
          if (node.isNull()
              || (at.endsWith("/description") && node.isString() && node.asString().isBlank())) {
            empty.add(at);
          }
        });
    assertThat(empty).isEmpty();
  }

  /** Seen to fail with a response called Off, which generators read as the key "false". */
  @Test
  void noKeyIsAWordThatOlderYamlTakesForABoolean() {
    assertThat(
            Repository.read("server/src/main/resources/openapi.yaml")
                .lines()
                .filter(line -> line.strip().matches("(?i:on|off|yes|no|y|n|true|false):.*")))
        .isEmpty();
  }

  @Test
  void theHeadNamesItsLicenceItsServersAndItsTags() {
    assertThat(api.root().path("openapi").asString()).startsWith("3.1.");
    for (String field : List.of("title", "version", "description", "contact", "license")) {
      assertThat(api.root().path("info").has(field)).as(field).isTrue();
    }
    assertThat(api.root().path("info").path("license").has("identifier")).isTrue();
    assertThat(api.root().path("servers")).isNotEmpty();
    for (JsonNode server : api.root().path("servers")) {
      assertThat(server.path("url").asString()).doesNotContain("example.com").doesNotMatch(".+/$");
    }
    assertThat(names(api.root().path("tags"))).doesNotHaveDuplicates();
    api.root().path("tags").forEach(tag -> assertThat(tag.has("description")).isTrue());
  }

  @Test
  void everyOperationSaysWhatItIsAndHowItIsRefused() {
    Set<String> ids = new HashSet<>();
    List<String> tags = names(api.root().path("tags"));
    Set<String> used = new TreeSet<>();
    for (Operation operation : api.operations()) {
      String id = operation.node().path("operationId").asString();
      assertThat(id).as(operation.name()).matches("[A-Za-z0-9]+");
      assertThat(ids.add(id)).as("the only " + id).isTrue();
      assertThat(operation.node().path("summary").asString()).as(id).isNotBlank();
      assertThat(operation.node().path("description").asString()).as(id + "'s text").isNotBlank();
      assertThat(operation.node().path("tags").size()).as(id).isEqualTo(1);
      used.add(operation.node().path("tags").path(0).asString());
      assertThat(operation.responses().propertyNames()).as(id).anyMatch(s -> s.startsWith("2"));
      // The server reads the address and the headers before it knows the operation.
      assertThat(operation.responses().has("400")).as(id + " of a malformed request").isTrue();
    }
    assertThat(used).containsExactlyInAnyOrderElementsOf(tags);
  }

  @Test
  void everyErrorStatusThatADescriptionMentionsIsAmongTheResponses() {
    List<String> mentioned = new ArrayList<>();
    for (Operation operation : api.operations()) {
      String text = operation.node().path("description").asString();
      for (MatchResult status : ERROR.matcher(text).results().toList()) {
        assertThat(operation.responses().propertyNames())
            .as(operation.name())
            .contains(status.group(1));
        mentioned.add(operation.name());
      }
    }
    assertThat(mentioned).contains("post /api/v1/dev/tokens", "post /api/v1/dev/echo");
  }

  @Test
  void everyOperationSaysWhoMayCallIt() {
    Set<String> known = Set.copyOf(api.root().at("/components/securitySchemes").propertyNames());
    for (Operation operation : api.operations()) {
      JsonNode security = operation.node().path("security");
      assertThat(security.isArray()).as(operation.name()).isTrue();
      for (JsonNode way : security) {
        assertThat(known).as(operation.name()).containsAll(way.propertyNames());
      }
      assertThat(operation.responses().has("401"))
          .as(operation.name() + " may be called without credentials")
          .isEqualTo(!security.isEmpty());
    }
  }

  @Test
  void everyReferenceLeadsSomewhereAndEveryComponentIsUsed() {
    Set<String> used = new HashSet<>();
    List<String> broken = new ArrayList<>();
    api.eachNode(
        (at, node) -> {
          if (node.has("$ref")) {
            String to = node.path("$ref").asString();
            used.add(to);
            if (!to.startsWith("#/") || api.followed(node).isMissingNode()) {
              broken.add(at + " → " + to);
            }
          }
        });
    api.root().at("/paths").findValuesAsString("$ref").forEach(used::add);
    assertThat(broken).isEmpty();
    for (Map.Entry<String, JsonNode> kind : api.root().path("components").properties()) {
      if (!kind.getKey().equals("securitySchemes")) {
        for (String name : kind.getValue().propertyNames()) {
          assertThat(used).contains("#/components/" + kind.getKey() + "/" + name);
        }
      }
    }
  }

  @Test
  void pathsDeclareTheirParametersAndNoTwoPathsAreAmbiguous() {
    Set<String> shapes = new HashSet<>();
    for (String path : api.root().path("paths").propertyNames()) {
      assertThat(path).doesNotMatch(".+/$").doesNotContain("?");
      assertThat(shapes.add(PATH_PARAMETER.matcher(path).replaceAll("{}"))).as(path).isTrue();
    }
    for (Operation operation : api.operations()) {
      List<JsonNode> parameters = api.parameters(operation);
      List<String> places =
          parameters.stream()
              .map(one -> one.path("in").asString() + " " + one.path("name").asString())
              .toList();
      assertThat(places).as(operation.name()).doesNotHaveDuplicates();
      Set<String> inPath =
          PATH_PARAMETER
              .matcher(operation.path())
              .results()
              .map((MatchResult match) -> "path " + match.group(1))
              .collect(Collectors.toSet());
      assertThat(places.stream().filter(place -> place.startsWith("path ")))
          .as(operation.name())
          .containsExactlyInAnyOrderElementsOf(inPath);
      for (JsonNode one : parameters) {
        assertThat(one.has("schema")).as(operation.name()).isTrue();
        assertThat(one.path("in").asString().equals("path") && !one.path("required").asBoolean())
            .as(operation.name())
            .isFalse();
      }
    }
  }

  @Test
  void everyOperationWithABodyDocuments400And408And413And415() {
    for (Operation operation : api.operations()) {
      boolean reads = operation.node().has("requestBody");
      JsonNode answers = operation.responses();
      for (String status : List.of("400", "408", "413", "415")) {
        assertThat(answers.has(status) || !reads).as(operation.name() + " " + status).isTrue();
      }
      assertThat(answers.has("413")).as(operation.name()).isEqualTo(answers.has("415"));
      assertThat(answers.has("413")).as(operation.name()).isEqualTo(answers.has("408"));
    }
  }

  /** A client is generated with one type for a method's answer: that of the first success. */
  @Test
  void allSuccessesOfAnOperationHaveOneType() {
    for (Operation operation : api.operations()) {
      Set<String> types = new TreeSet<>();
      for (Map.Entry<String, JsonNode> answer : operation.responses().properties()) {
        JsonNode content = api.followed(answer.getValue()).path("content");
        if (answer.getKey().startsWith("2") && content.has("application/json")) {
          types.add(content.at("/application~1json/schema/$ref").asString());
        }
      }
      assertThat(types).as(operation.name()).hasSizeLessThan(2).doesNotContain("");
    }
  }

  private static List<String> names(JsonNode list) {
    List<String> names = new ArrayList<>();
    list.forEach(one -> names.add(one.path("name").asString()));
    return names;
  }
}
