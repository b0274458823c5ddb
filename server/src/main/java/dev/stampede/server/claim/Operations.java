package dev.stampede.server.claim;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Operation;
import dev.stampede.server.http.Request;
import java.util.Optional;

/**
 * Turns the key of a request into the operation it names: the caller's own, at this path, with this
 * body. The caller of this class spells the path anew, so that an encoded spelling of it is the
 * same.
 */
public final class Operations {

  private static final byte[] NO_BODY = {};

  private Operations() {}

  /** The operation of a request with a JSON body, if it has a key. */
  public static Optional<Operation> of(Request request, String path) {
    return request.idempotencyKey().map(key -> operation(request, path, key, request.jsonBytes()));
  }

  /** The operation of a request whose path says everything, if it has a key. */
  public static Optional<Operation> withoutBody(Request request, String path) {
    return request.idempotencyKey().map(key -> operation(request, path, key, NO_BODY));
  }

  /** The operation of a request with a JSON body that must have a key. */
  public static Operation required(Request request, String path) {
    return operation(request, path, request.requiredIdempotencyKey(), request.jsonBytes());
  }

  private static Operation operation(Request request, String path, String key, byte[] body) {
    return Operation.of(new Buyer(request.caller().sub()), "POST " + path, key, body);
  }
}
