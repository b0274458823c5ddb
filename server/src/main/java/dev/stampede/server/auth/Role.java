package dev.stampede.server.auth;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A role of a caller; a token names roles by their labels. */
public enum Role {
  BUYER,
  OPERATOR,
  SHOP;

  private static final Map<String, Role> BY_LABEL =
      Stream.of(values()).collect(Collectors.toUnmodifiableMap(Role::label, role -> role));

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Role> labelled(String label) {
    return Optional.ofNullable(BY_LABEL.get(label));
  }
}
