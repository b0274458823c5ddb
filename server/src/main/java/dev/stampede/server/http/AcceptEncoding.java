package dev.stampede.server.http;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The content codings that a client takes (RFC 9110, 12.5.3): names in any letter case, each with a
 * weight, 0 for never. {@code *} stands for all that are not named. A weight that cannot be read is
 * none.
 */
public final class AcceptEncoding {

  private static final String HEADER = "Accept-Encoding";

  private AcceptEncoding() {}

  /** True if the client accepts gzip and likes it no less than the uncompressed bytes. */
  public static boolean takesGzip(Request request) {
    return takesGzip(request.headers(HEADER));
  }

  static boolean takesGzip(List<String> headers) {
    OptionalDouble gzip = OptionalDouble.empty();
    double identity = 0;
    double others = 0;
    for (String each : String.join(",", headers).toLowerCase(Locale.ROOT).split(",", -1)) {
      String[] parts = each.split(";", -1);
      double weight = weight(parts);
      switch (parts[0].strip()) {
        case "gzip", "x-gzip" -> gzip = OptionalDouble.of(Math.max(weight, gzip.orElse(0)));
        case "identity" -> identity = weight;
        case "*" -> others = weight;
        default -> {}
      }
    }
    double weight = gzip.orElse(others);
    return weight > 0 && weight >= identity;
  }

  private static double weight(String[] parts) {
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].strip();
      if (parameter.split("=", 2)[0].strip().equals("q")) {
        return parameter.matches("q=(0(\\.\\d{0,3})?|1(\\.0{0,3})?)")
            ? Double.parseDouble(parameter.substring(2))
            : 0;
      }
    }
    return 1;
  }
}
