package dev.stampede.prove.load;

import dev.stampede.crowd.RenderedRequest;
import dev.stampede.crowd.Target;
import dev.stampede.prove.history.Asked;
import dev.stampede.prove.history.CallKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One request over HTTP, whole: sent again, it is the same request. {@link ClientCalls} makes them.
 *
 * @param user the name in the token
 * @param buyer on whose behalf
 * @param headers besides the token and the key
 */
record ClientCall(
    CallKind kind,
    String user,
    String buyer,
    Route route,
    Asked asked,
    Map<String, String> headers) {

  /** The method, the path and the body of a request. */
  record Route(String method, String path, String body) {

    static Route get(String path) {
      return new Route("GET", path, "");
    }

    static Route post(String path, String body) {
      return new Route("POST", path, body);
    }

    static Route delete(String path) {
      return new Route("DELETE", path, "");
    }
  }

  ClientCall {
    headers = Map.copyOf(headers);
  }

  static ClientCall of(CallKind kind, String buyer, Route route, Asked asked) {
    return new ClientCall(kind, buyer, buyer, route, asked, Map.of());
  }

  /** The same request by another user, as an operator's or a shop's. */
  ClientCall by(String name) {
    return new ClientCall(kind, name, buyer, route, asked, headers);
  }

  ClientCall with(String header, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(header, value);
    return new ClientCall(kind, user, buyer, route, asked, more);
  }

  /** The same request with a pass, if there is one. */
  ClientCall pass(String pass) {
    if (pass.isEmpty()) {
      return this;
    }
    Asked passed = asked.pass(ReadableTokens.hash(pass));
    return new ClientCall(kind, user, buyer, route, passed, headers).with("Stampede-Pass", pass);
  }

  /** The same key with another body; the answer must be a refusal if the first was done. */
  ClientCall asking(Asked other, String body) {
    Route changed = new Route(route.method(), route.path(), body);
    return new ClientCall(kind, user, buyer, changed, other, headers);
  }

  List<Integer> seats() {
    return asked.seats();
  }

  /** True if a repeat has the effect and the answer of the first, once that is done. */
  boolean isRepeatable() {
    return !asked.key().isEmpty() || kind == CallKind.RELEASE;
  }

  RenderedRequest to(Target target, String token) {
    RenderedRequest request =
        switch (route.method()) {
          case "GET" -> target.get(route.path());
          case "DELETE" -> target.delete(route.path());
          default -> target.post(route.path(), route.body());
        };
    request = request.with("Authorization", "Bearer " + token);
    if (!asked.key().isEmpty()) {
      request = request.with("Idempotency-Key", asked.key());
    }
    for (Map.Entry<String, String> header : headers.entrySet()) {
      request = request.with(header.getKey(), header.getValue());
    }
    return request;
  }
}
