package dev.stampede.server.http;

import dev.stampede.server.auth.Access;
import java.util.regex.Pattern;

/** One method on one path template, who may call it, and what answers. */
public record Route(String method, String template, Access access, Handler handler) {

  private static final Pattern TEMPLATE =
      Pattern.compile("/|(/([A-Za-z0-9._-]+|\\{[A-Za-z][A-Za-z0-9]*\\}))+");

  public Route {
    if (!TEMPLATE.matcher(template).matches()) {
      throw new IllegalArgumentException(
          "route template is %s; write segments like /shows/{id}".formatted(template));
    }
  }
}
