package dev.stampede.server.claim;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.Operation;
import dev.stampede.server.http.Request;
import java.util.Optional;

/**
 * Turns an Idempotency-Key into an operation, identified by caller, path and key, with a
 * fingerprint of the body. Pass the canonical path, so that differently encoded spellings count as
 * one.
 */
public final class IdempotentOperations {

  private static final byte[] NO_BODY = {};

  private IdempotentOperations() {}

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
