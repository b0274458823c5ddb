package dev.stampede.acceptance.openapi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * The keys that OpenAPI 3.1 has at each place, as far as our description uses them. An unquoted
 * comma in <code>{description: One, two}</code> ends the description and makes a key of the rest:
 * no parser minds, and readers miss half of the sentence.
 */
final class OpenApiKeys {

  /** A kind of object and its keys; behind "=" what kind is under a key, one or "*" many. */
  private static final String GRAMMAR =
      """
      root: openapi info=info servers=server* tags=tag* paths=path* components=components
      info: title version summary description contact=contact license=license
      contact: name url email
      license: name identifier url
      server: url description
      tag: name description
      path: parameters=parameter* get=operation post=operation put=operation patch=operation delete=operation
      operation: tags operationId summary description security parameters=parameter* requestBody=body responses=response*
      parameter: $ref name in required description schema=schema example
      body: $ref required description content=media*
      response: $ref description headers=header* content=media*
      header: $ref description schema=schema
      media: schema=schema example examples=example*
      example: $ref summary description value
      components: securitySchemes=scheme* headers=header* examples=example* parameters=parameter* requestBodies=body* responses=response* schemas=schema*
      scheme: type scheme bearerFormat description in name
      schema: $ref type format description required enum const default examples pattern minimum maximum multipleOf minLength maxLength minItems maxItems uniqueItems minProperties maxProperties dependentRequired properties=schema* dependentSchemas=schema* allOf=schema* oneOf=schema* items=schema additionalProperties=schema propertyNames=schema
      """;

  private static final Map<String, Map<String, String>> KINDS = kinds();

  private final List<String> wrong = new ArrayList<>();

  private OpenApiKeys() {}

  private static Map<String, Map<String, String>> kinds() {
    Map<String, Map<String, String>> kinds = new HashMap<>();
    for (String line : GRAMMAR.lines().toList()) {
      String[] kind = line.split(": ", 2);
      Map<String, String> keys = new LinkedHashMap<>();
      for (String key : kind[1].split(" ", -1)) {
        String[] of = (key + "=").split("=", -1);
        keys.put(of[0], of[1]);
      }
      kinds.put(kind[0], keys);
    }
    return kinds;
  }

  /** Keys that stand where nobody looks for them. */
  static List<String> unknownIn(ApiDescription description) {
    OpenApiKeys keys = new OpenApiKeys();
    keys.look("", description.root(), "root");
    return keys.wrong;
  }

  private void look(String at, JsonNode node, String kind) {
    for (Map.Entry<String, JsonNode> child : node.properties()) {
      String place = at + "/" + child.getKey();
      String inside = KINDS.getOrDefault(kind, Map.of()).get(child.getKey());
      if (inside == null) {
        wrong.add(place + " is no key of a " + kind);
      } else if (inside.endsWith("*")) {
        lookAtEach(place, child.getValue(), inside.substring(0, inside.length() - 1));
      } else if (!inside.isEmpty()) {
        look(place, child.getValue(), inside);
      }
    }
  }

  private void lookAtEach(String at, JsonNode many, String kind) {
    many.properties().forEach(one -> look(at + "/" + one.getKey(), one.getValue(), kind));
    for (int i = 0; many.isArray() && i < many.size(); i++) {
      look(at + "/" + i, many.get(i), kind);
    }
  }
}
