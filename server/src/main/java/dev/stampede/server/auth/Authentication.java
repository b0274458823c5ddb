package dev.stampede.server.auth;

import java.time.Instant;

/** The result of checking a request's credentials. */
public sealed interface Authentication {

  /** There were none. */
  record Anonymous() implements Authentication {
    static final Anonymous INSTANCE = new Anonymous();
  }

  /** They are good until a moment. */
  record Authenticated(Caller caller, Instant expiresAt) implements Authentication {}

  /** They are not good; the reason is fit to be shown to their sender. */
  record Rejected(String reason) implements Authentication {}

  static Authentication anonymous() {
    return Anonymous.INSTANCE;
  }
}
