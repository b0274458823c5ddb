package dev.stampede.embedded;

import com.sun.security.auth.module.UnixSystem;
import java.util.ArrayList;
import java.util.List;

/**
 * PostgreSQL refuses to run as root. Root runs it in a user namespace of its own: there it is
 * nobody, while to the file system it is still root and may use the data directory.
 */
final class Unprivileged {

  private static final List<String> USER_NAMESPACE = List.of("unshare", "--user");

  private Unprivileged() {}

  static List<String> prefix() {
    if (new UnixSystem().getUid() != 0) {
      return List.of();
    }
    List<String> probe = new ArrayList<>(USER_NAMESPACE);
    probe.add("true");
    try {
      Tool.run(probe, "");
      return USER_NAMESPACE;
    } catch (EmbeddedException e) {
      throw new EmbeddedException(
          "PostgreSQL refuses to run as root, and this machine allows no user namespace (%s); run as an ordinary user, or set DATABASE_URL"
              .formatted(e.getMessage()),
          e);
    }
  }
}
