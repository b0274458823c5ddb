package dev.stampede.server.http;

import dev.stampede.server.auth.Access;
import java.util.regex.Pattern;

/**
 * One method on one path template, who may call it, and what answers.
 *
 * @param isClaim whether it moves seats or points: what becomes of these is what a sale is measured
 *     by
 */
public record Route(
    String method, String template, Access access, Handler handler, boolean isClaim) {

  private static final Pattern TEMPLATE =
      Pattern.compile("/|(/([A-Za-z0-9._-]+|\\{[A-Za-z][A-Za-z0-9]*\\}))+");

  public Route {
    if (!TEMPLATE.matcher(template).matches()) {
      throw new IllegalArgumentException(
          "route template is %s; write segments like /shows/{id}".formatted(template));
    }
  }
}
