package dev.stampede.server.show;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The versions of a show that a change is meant for: any, or those whose tags were named. A tag is
 * the version in quotes; a weak one, or one that was never ours, names no version.
 */
record IfMatch(boolean any, List<Integer> versions) {

  private static final int MAX_CHARS = 1_000;
  private static final Pattern TAG = Pattern.compile("\\s*(W/)?\"([^\"\\x00-\\x20]*)\"\\s*(,|$)");
  private static final Pattern VERSION = Pattern.compile("[1-9][0-9]{0,8}|0");

  IfMatch {
    versions = List.copyOf(versions);
  }

  static String tag(int version) {
    return "\"" + version + "\"";
  }

  /** Empty for what is not a list of entity tags. */
  static Optional<IfMatch> parse(String header) {
    if (header.strip().equals("*")) {
      return Optional.of(new IfMatch(true, List.of()));
    }
    if (header.isBlank() || header.length() > MAX_CHARS) {
      return Optional.empty();
    }
    List<Integer> versions = new ArrayList<>();
    Matcher tag = TAG.matcher(header);
    int end = 0;
    boolean open = true;
    while (end < header.length() && tag.find(end) && tag.start() == end) {
      if (tag.group(1) == null && VERSION.matcher(tag.group(2)).matches()) {
        versions.add(Integer.valueOf(tag.group(2)));
      }
      end = tag.end();
      open = tag.group(3).equals(",");
    }
    return end == header.length() && !open
        ? Optional.of(new IfMatch(false, versions))
        : Optional.empty();
  }
}
