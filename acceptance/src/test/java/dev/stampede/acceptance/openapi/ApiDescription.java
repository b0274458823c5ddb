package dev.stampede.acceptance.openapi;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.stampede.acceptance.Repository;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The API's description, as a tree of OpenAPI 3.1. */
record ApiDescription(JsonNode root) {

  static final Path FILE = Repository.file("server/src/main/resources/openapi.yaml");

  private static final Set<String> METHODS =
      Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

  /** One operation, with where it stands. */
  record Operation(String path, String method, JsonNode pathItem, JsonNode node) {

    String name() {
      return method + " " + path;
    }

    JsonNode responses() {
      return node.path("responses");
    }
  }

  static ApiDescription read() {
    return new ApiDescription(
        new YAMLMapper().readTree(Repository.read("server/src/main/resources/openapi.yaml")));
  }

  List<Operation> operations() {
    List<Operation> all = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : root.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> of : path.getValue().properties()) {
        if (METHODS.contains(of.getKey())) {
          all.add(new Operation(path.getKey(), of.getKey(), path.getValue(), of.getValue()));
        }
      }
    }
    return all;
  }

  /**
   * Returns the node that a reference leads to, or the node itself if it is no reference. The
   * result is a missing node where the reference leads nowhere.
   */
  JsonNode followed(JsonNode node) {
    return node.has("$ref") ? root.at(node.path("$ref").asString().substring(1)) : node;
  }

  /** The parameters of an operation, its path's included. */
  List<JsonNode> parameters(Operation operation) {
    List<JsonNode> all = new ArrayList<>();
    operation.pathItem().path("parameters").forEach(one -> all.add(followed(one)));
    operation.node().path("parameters").forEach(one -> all.add(followed(one)));
    return all;
  }

  /** Every node with its JSON pointer, but nothing inside of examples. */
  void eachNode(BiConsumer<String, JsonNode> visit) {
    each("", root, visit);
  }

  private static void each(String at, JsonNode node, BiConsumer<String, JsonNode> visit) {
    visit.accept(at, node);
    for (Map.Entry<String, JsonNode> child : node.properties()) {
      if (!isExample(at, child.getKey())) {
        String name = child.getKey().replace("~", "~0").replace("/", "~1");
        each(at + "/" + name, child.getValue(), visit);
      }
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      each(at + "/" + i, node.get(i), visit);
    }
  }

  /** An example is a person's own text and may look like anything. */
  private static boolean isExample(String at, String name) {
    return (name.equals("example") || name.equals("value") || name.equals("examples"))
        && !at.endsWith("/properties")
        && !(at.equals("/components") && name.equals("examples"));
  }

  /** A schema of this file that can check values: what it refers to is there. */
  Schema checking(JsonNode schema) {
    ObjectNode whole = (ObjectNode) schema.deepCopy();
    whole.set("components", root.path("components"));
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(whole);
  }

  /** The same, which in addition knows no field that is not described. */
  ApiDescription strict() {
    ApiDescription copy = new ApiDescription(root.deepCopy());
    for (JsonNode schema : copy.root.at("/components/schemas")) {
      if (schema.has("properties")) {
        ((ObjectNode) schema).put("additionalProperties", false);
      }
    }
    return copy;
  }
}
