package dev.stampede.server.auth;

import java.util.EnumSet;
import java.util.Set;

/** The credentials and roles that a route requires of its caller. */
public record Access(Need need, Set<Role> anyOf) {

  /** The extent to which credentials are checked. */
  public enum Need {
    NOTHING,
    GOOD_IF_SENT,
    CREDENTIALS
  }

  private static final Access ANYONE = new Access(Need.NOTHING, Set.of());
  private static final Access OPTIONAL = new Access(Need.GOOD_IF_SENT, Set.of());
  private static final Access AUTHENTICATED = new Access(Need.CREDENTIALS, Set.of());

  public Access {
    anyOf = Set.copyOf(anyOf);
  }

  /** Credentials are not even looked at. */
  public static Access anyone() {
    return ANYONE;
  }

  /** Nobody needs credentials, but bad ones are refused. */
  public static Access optional() {
    return OPTIONAL;
  }

  /** Good credentials, whatever their roles. */
  public static Access authenticated() {
    return AUTHENTICATED;
  }

  /** Good credentials with at least one of these roles. */
  public static Access requires(Role role, Role... others) {
    return new Access(Need.CREDENTIALS, EnumSet.of(role, others));
  }

  public boolean admits(Caller caller) {
    if (anyOf.isEmpty()) {
      return true;
    }
    for (Role role : caller.roles()) {
      if (anyOf.contains(role)) {
        return true;
      }
    }
    return false;
  }
}
