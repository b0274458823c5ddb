package dev.stampede.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a database and the credentials for it, as {@code
 * postgresql://user:password@host:port[,host:port]/name?parameters} or with {@code jdbc:} in front.
 *
 * <p>User and password may be percent-encoded. Several hosts and parameters go to the driver as
 * they are, so that {@code targetServerType=primary} works.
 */
public record DatabaseUrl(String hosts, String name, String parameters, Credentials credentials) {

  /** The password stays out of logs. */
  public record Credentials(String user, String password) {
    @Override
    public String toString() {
      return user + (password.isEmpty() ? "" : ":***");
    }
  }

  private static final Pattern FORM =
      Pattern.compile(
          "(?:jdbc:)?(?:postgresql|postgres)://"
              + "(?:(?<user>[^:@/?]*)(?::(?<password>[^@/?]*))?@)?"
              + "(?<hosts>[^/?@\\s]+)/(?<name>[^/?\\s]+)(?:\\?(?<parameters>\\S*))?");

  public static final String EXPECTED = "postgresql://user:password@host:5432/database";

  /** Throws if the text has another form, without showing it: it may hold a password. */
  public static DatabaseUrl parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "scheme, host or database name is missing, or a special character is not"
              + " percent-encoded");
    }
    return new DatabaseUrl(
        matcher.group("hosts"),
        matcher.group("name"),
        orEmpty(matcher, "parameters"),
        new Credentials(decoded(orEmpty(matcher, "user")), decoded(orEmpty(matcher, "password"))));
  }

  /** The address as the driver takes it, without credentials. */
  public String jdbc() {
    return "jdbc:postgresql://"
        + hosts
        + "/"
        + name
        + (parameters.isEmpty() ? "" : "?" + parameters);
  }

  private static String orEmpty(Matcher matcher, String group) {
    String value = matcher.group(group);
    return value == null ? "" : value;
  }

  /** URLDecoder takes + for a space, which is right in forms and wrong in a password. */
  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "a % in user or password is not followed by two hex digits", e);
    }
  }
}
