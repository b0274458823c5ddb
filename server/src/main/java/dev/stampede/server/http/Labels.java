package dev.stampede.server.http;

import dev.stampede.server.auth.Role;
import java.util.Set;
import java.util.stream.Collectors;

/** Roles as a person reads them. */
final class Labels {

  private Labels() {}

  static String of(Set<Role> roles) {
    return roles.isEmpty()
        ? "none"
        : roles.stream().map(Role::label).sorted().collect(Collectors.joining(", "));
  }
}
