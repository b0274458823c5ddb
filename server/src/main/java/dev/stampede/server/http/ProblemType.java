package dev.stampede.server.http;

import java.util.Locale;

/** Every kind of refusal a client can meet: a stable name and the status that goes with it. */
public enum ProblemType {
  MALFORMED_REQUEST(400, "The request cannot be read"),
  IDEMPOTENCY_KEY_REQUIRED(400, "An Idempotency-Key is required"),
  UNAUTHENTICATED(401, "Credentials are missing or not valid"),
  INSUFFICIENT_POINTS(402, "Not enough points"),
  FORBIDDEN(403, "Not allowed"),
  PASS_REQUIRED(403, "A pass from the waiting room is required"),
  PASS_INVALID(403, "The pass is not valid"),
  NOT_FOUND(404, "Not found"),
  METHOD_NOT_ALLOWED(405, "Method not allowed"),
  REQUEST_TIMEOUT(408, "The request did not arrive in time"),
  SEAT_TAKEN(409, "Seats are taken"),
  NOT_AVAILABLE(409, "Not available"),
  SALE_NOT_OPEN(409, "The sale is not open yet"),
  SALE_PAUSED(409, "The sale is paused"),
  SALE_CLOSED(409, "The sale is closed"),
  BUYER_LIMIT(409, "The limit per buyer is reached"),
  IDEMPOTENCY_IN_FLIGHT(409, "The first request with this key is still running"),
  TOO_LATE_TO_CANCEL(409, "Too late to cancel"),
  WALLET_FULL(409, "The wallet cannot take the refund"),
  REFERENCE_USED(409, "The payment reference is already used"),
  CROWD_RUNNING(409, "A demo crowd is already running"),
  STILL_PARKED(409, "The key's next message still fails"),
  JOB_WAITING(409, "Another job with the same key waits or runs"),
  HOLD_EXPIRED(410, "The hold has expired"),
  HOLD_PAID(410, "The hold has become a booking"),
  STALE_VERSION(412, "Changed in the meantime"),
  TOO_LARGE(413, "Too large"),
  URI_TOO_LONG(414, "The address is too long"),
  UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type"),
  INVALID_FIELD(422, "A field is not valid"),
  UNKNOWN_SEAT(422, "No such seat"),
  IDEMPOTENCY_MISMATCH(422, "The Idempotency-Key belongs to another request"),
  RATE_LIMITED(429, "Too many requests"),
  INTERNAL_ERROR(500, "Internal server error"),
  NOT_IMPLEMENTED(501, "Method not known"),
  READ_ONLY(503, "Read-only at the moment"),
  OVERLOADED(503, "Overloaded"),
  QUEUE_UNAVAILABLE(503, "The waiting room is not available"),
  OUTCOME_UNKNOWN(503, "The outcome is not known"),
  HTTP_VERSION_NOT_SUPPORTED(505, "HTTP version not supported");

  private final int status;
  private final String title;
  private final String slug = name().toLowerCase(Locale.ROOT).replace('_', '-');

  ProblemType(int status, String title) {
    this.status = status;
    this.title = title;
  }

  public int status() {
    return status;
  }

  public String title() {
    return title;
  }

  public String slug() {
    return slug;
  }

  public String uri() {
    return "/problems/" + slug;
  }
}
