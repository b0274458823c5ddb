package dev.stampede.prove.planted;

import dev.stampede.prove.history.CallKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads a planted bug from its file: fields of the form {@code name: value}, whose values go on in
 * lines that begin with two blanks, and then the changes:
 *
 * <pre>
 * === change PATH
 * text as it stands in the file
 * === to
 * text to put there
 * === add PATH
 * text of a new file
 * </pre>
 */
final class BugFile {

  private static final String SECTION = "=== ";
  private static final String CHANGE = SECTION + "change ";
  private static final String TO = SECTION + "to";
  private static final String ADD = SECTION + "add ";
  private static final String CONTINUED = "  ";
  private static final Set<String> FIELDS =
      Set.of(
          "why",
          "shows",
          "seen red",
          "breaks",
          "processes",
          "servers",
          "operations",
          "habits",
          "faults",
          "seconds");

  private final String name;
  private final Map<String, String> fields = new LinkedHashMap<>();
  private final List<SourceChange> changes = new ArrayList<>();

  private BugFile(String name) {
    this.name = name;
  }

  static PlantedBug read(String name, String text) {
    try {
      BugFile file = new BugFile(name);
      file.readLines(text.lines().toList());
      return file.bug();
    } catch (IllegalArgumentException e) {
      throw new PlantingException("%s.bug cannot be read: %s".formatted(name, e.getMessage()), e);
    }
  }

  private void readLines(List<String> lines) {
    int end = 0;
    while (end < lines.size() && !lines.get(end).startsWith(SECTION)) {
      end++;
    }
    readFields(lines.subList(0, end));
    for (int at = end; at < lines.size(); at = end) {
      end = endOfSection(lines, at);
      String head = lines.get(at);
      String text = String.join("\n", lines.subList(at + 1, end));
      if (head.startsWith(ADD)) {
        changes.add(new SourceChange.Addition(head.substring(ADD.length()), text + "\n"));
      } else if (head.startsWith(CHANGE) && end < lines.size() && lines.get(end).equals(TO)) {
        int after = end + 1;
        end = endOfSection(lines, end);
        String to = String.join("\n", lines.subList(after, end));
        changes.add(new SourceChange.Edit(head.substring(CHANGE.length()), text, to));
      } else {
        throw new IllegalArgumentException(
            "line %d is '%s'; write '%s' with '%s' after it, or '%s'"
                .formatted(at + 1, head, CHANGE.strip(), TO, ADD.strip()));
      }
    }
  }

  private static int endOfSection(List<String> lines, int at) {
    int end = at + 1;
    while (end < lines.size() && !lines.get(end).startsWith(SECTION)) {
      end++;
    }
    return end;
  }

  private void readFields(List<String> lines) {
    String field = "";
    for (String line : lines) {
      if (line.startsWith(CONTINUED) && !field.isEmpty()) {
        fields.merge(field, line.strip(), (before, more) -> before + " " + more);
      } else if (!line.isBlank()) {
        int colon = line.indexOf(':');
        field = line.substring(0, Math.max(0, colon));
        if (!FIELDS.contains(field) || fields.containsKey(field)) {
          throw new IllegalArgumentException(
              "'%s' is no field, or there twice; the fields are %s".formatted(line, FIELDS));
        }
        fields.put(field, line.substring(colon + 1).strip());
      }
    }
  }

  private PlantedBug bug() {
    Needs needs =
        new Needs(
            Needs.Processes.valueOf(field("processes").toUpperCase(Locale.ROOT)),
            Integer.parseInt(field("servers")),
            list("operations").stream().map(CallKind::of).collect(Collectors.toSet()),
            Set.copyOf(list("habits")),
            Set.copyOf(list("faults")),
            Duration.ofSeconds(Long.parseLong(field("seconds"))));
    PlantedBug.Story story =
        new PlantedBug.Story(field("why"), field("shows"), fields.getOrDefault("seen red", ""));
    return new PlantedBug(name, story, list("breaks"), needs, changes);
  }

  private String field(String wanted) {
    return Optional.ofNullable(fields.get(wanted))
        .filter(value -> !value.isEmpty())
        .orElseThrow(() -> new IllegalArgumentException("the field '" + wanted + "' is missing"));
  }

  private List<String> list(String wanted) {
    return Arrays.stream(fields.getOrDefault(wanted, "").split(","))
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .toList();
  }
}
