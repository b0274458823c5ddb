package dev.stampede.acceptance.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The schemas of the API's description: named, of one type each, true to their examples. Most were
 * seen to fail on a description whose generated client could not read a show.
 */
final class OpenApiSchemasTest {

  /** The paths of schemas, including those inside of other schemas. */
  private static final Pattern SCHEMA =
      Pattern.compile(
          ".*/schema|/components/schemas/[^/]+|.*/(properties|dependentSchemas)/[^/]+"
              + "|.*/(allOf|oneOf|anyOf)/\\d+|.*/(items|additionalProperties|propertyNames)");

  private static final Pattern NAMED = Pattern.compile("/components/schemas/[^/]+(/allOf/\\d+)?");

  private final ApiDescription api = ApiDescription.read();

  private void eachSchema(BiConsumer<String, JsonNode> visit) {
    api.eachNode(
        (at, node) -> {
          if (SCHEMA.matcher(at).matches() && node.isObject()) {
            visit.accept(at, node);
          }
        });
  }

  @Test
  void everyObjectWithFieldsHasAName() {
    List<String> unnamed = new ArrayList<>();
    eachSchema(
        (at, schema) -> {
          if (schema.has("properties") && !NAMED.matcher(at).matches()) {
            unnamed.add(at);
          }
        });
    assertThat(unnamed).isEmpty();
  }

  @Test
  void everySchemaHasATypeAndItsEnumsAreOfIt() {
    List<String> untyped = new ArrayList<>();
    eachSchema(
        (at, schema) -> {
          boolean typed = List.of("type", "$ref", "allOf", "oneOf").stream().anyMatch(schema::has);
          if (!typed && !at.endsWith("/AnyValue") && !at.contains("/dependentSchemas/")) {
            untyped.add(at);
          }
          if (schema.has("enum") || schema.has("const")) {
            List<JsonNode> values = new ArrayList<>();
            schema.path("enum").forEach(values::add);
            if (schema.has("const")) {
              values.add(schema.path("const"));
            }
            assertThat(values).as(at).doesNotHaveDuplicates();
            values.forEach(value -> mustMatch(at, schema, value));
          }
        });
    assertThat(untyped).isEmpty();
  }

  /** Without a format a client is generated with 32 bits, which a price does not fit into. */
  @Test
  void everyIntegerSaysHowWideItIs() {
    Map<String, String> wrong = new TreeMap<>();
    eachSchema(
        (at, schema) -> {
          if (types(schema).contains("integer")) {
            String format = schema.path("format").asString("none");
            boolean wide = schema.path("maximum").asLong(0) > Integer.MAX_VALUE;
            if (!format.equals("int64") && (wide || !format.equals("int32"))) {
              wrong.put(at, format);
            }
          }
        });
    assertThat(wrong).isEmpty();
  }

  /** Of several schemas a generated client takes all that fit, and fails where that is two. */
  @Test
  void noValueCanBeOfTwoSchemas() {
    List<String> ambiguous = new ArrayList<>();
    eachSchema(
        (at, schema) -> {
          JsonNode choice = schema.path("oneOf");
          boolean isOneOrNull =
              choice.size() == 2
                  && choice.get(0).has("$ref")
                  && types(choice.get(1)).equals(List.of("null"));
          if (schema.has("anyOf") || (schema.has("oneOf") && !isOneOrNull)) {
            ambiguous.add(at);
          }
        });
    assertThat(ambiguous).isEmpty();
  }

  /** A generated client sends an empty list for one that was not set, unless it may be null. */
  @Test
  void aListThatARequestMayLeaveOutMayBeNull() {
    List<String> sentEmpty = new ArrayList<>();
    for (ApiDescription.Operation operation : api.operations()) {
      JsonNode body = api.followed(operation.node().path("requestBody"));
      for (JsonNode media : body.path("content")) {
        JsonNode schema = api.followed(media.path("schema"));
        List<String> required = new ArrayList<>();
        schema.path("required").forEach(name -> required.add(name.asString()));
        for (Map.Entry<String, JsonNode> field : schema.path("properties").properties()) {
          List<String> types = types(api.followed(field.getValue()));
          if (types.contains("array")
              && !types.contains("null")
              && !required.contains(field.getKey())) {
            sentEmpty.add(operation.name() + " " + field.getKey());
          }
        }
      }
    }
    assertThat(sentEmpty).isEmpty();
  }

  @Test
  void everyRequiredFieldIsDescribed() {
    List<String> undescribed = new ArrayList<>();
    eachSchema(
        (at, schema) -> {
          for (JsonNode name : schema.path("required")) {
            if (!schema.path("properties").has(name.asString())) {
              undescribed.add(at + " " + name.asString());
            }
          }
          for (Map.Entry<String, JsonNode> of : schema.path("dependentRequired").properties()) {
            assertThat(schema.path("properties").has(of.getKey())).as(at).isTrue();
            of.getValue()
                .forEach(
                    name -> assertThat(schema.path("properties").has(name.asString())).isTrue());
          }
          assertThat(types(schema).contains("array")).as(at).isEqualTo(schema.has("items"));
        });
    assertThat(undescribed).isEmpty();
  }

  @Test
  void examplesAndDefaultsAreWhatTheirSchemasAllow() {
    List<String> checked = new ArrayList<>();
    eachSchema(
        (at, schema) -> {
          schema.path("examples").forEach(value -> mustMatch(at, schema, value));
          if (schema.has("default")) {
            mustMatch(at, schema, schema.path("default"));
          }
        });
    api.eachNode(
        (at, node) -> {
          if (node.has("schema") && (node.has("example") || node.has("examples"))) {
            List<JsonNode> values = new ArrayList<>();
            if (node.has("example")) {
              values.add(node.path("example"));
            }
            node.path("examples")
                .forEach(example -> values.add(api.followed(example).path("value")));
            values.forEach(value -> mustMatch(at, node.path("schema"), value));
            checked.add(at);
          }
        });
    assertThat(checked).hasSizeGreaterThan(10);
  }

  /** The forms that the server takes, and those that it refuses. */
  @Test
  void aRequestHasOneOfItsForms() {
    String best = "\"best\":{\"quantity\":1}";
    accepts("HoldRequest", "{\"seats\":[\"A-1-1\"]}", "{" + best + "}");
    refuses("HoldRequest", "{}", "{\"seats\":[\"A-1-1\"]," + best + "}", "{\"seats\":[]}");
    String pay = "\"payment\":{\"provider\":\"p\",\"reference\":\"r\"}";
    accepts(
        "BookingRequest",
        "{\"holdId\":\"h\"}",
        "{\"holdId\":\"h\"," + pay + "}",
        "{\"showId\":\"1\",\"seats\":[\"A-1-1\"]}",
        "{\"showId\":\"1\"," + best + "}");
    refuses(
        "BookingRequest",
        "{}",
        "{\"showId\":\"1\"}",
        "{\"holdId\":\"h\",\"showId\":\"1\"}",
        "{\"holdId\":\"h\"," + best + "}",
        "{\"showId\":\"1\"," + pay + "}",
        "{" + pay + "}",
        "{\"seats\":[\"A-1-1\"]," + best + "}",
        "{\"showId\":\"1\",\"seats\":[\"A-1-1\"]," + best + "}");
    String section = "{\"name\":\"A\",\"price\":1";
    accepts(
        "NewSection", section + ",\"capacity\":9}", section + ",\"rows\":1,\"seatsPerRow\":2.0}");
    refuses(
        "NewSection",
        section + "}",
        section + ",\"rows\":1}",
        section + ",\"rows\":1,\"capacity\":1}",
        section + ",\"rows\":1,\"seatsPerRow\":1,\"capacity\":1}");
  }

  private void accepts(String name, String... bodies) {
    for (String body : bodies) {
      assertThat(errors(name, body)).as(name + " " + body).isEmpty();
    }
  }

  private void refuses(String name, String... bodies) {
    for (String body : bodies) {
      assertThat(errors(name, body)).as(name + " " + body).isNotEmpty();
    }
  }

  private List<com.networknt.schema.Error> errors(String name, String body) {
    return api.checking(api.root().at("/components/schemas/" + name))
        .validate(new JsonMapper().readTree(body));
  }

  private void mustMatch(String at, JsonNode schema, JsonNode value) {
    assertThat(api.checking(schema).validate(value)).as(at + ": " + value).isEmpty();
  }

  private static List<String> types(JsonNode schema) {
    JsonNode type = schema.path("type");
    List<String> types = new ArrayList<>();
    if (type.isString()) {
      types.add(type.asString());
    }
    type.forEach(one -> types.add(one.asString()));
    return types;
  }
}
