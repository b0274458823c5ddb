package dev.stampede.prove.check;

/**
 * A promise that every record must keep, as two queries over the loaded record.
 *
 * <p>Its file {@code check/<name>.sql} begins with the sentence as a comment. The query after the
 * line {@code -- checked} counts the things it is checked on. The query after the line {@code --
 * violations} returns one row for each that breaks it:
 *
 * <table>
 * <caption>Columns of a violation</caption>
 * <tr><td>{@code subject}</td><td>the seat, wallet, hold, booking, key or call it is about</td></tr>
 * <tr><td>{@code what}</td><td>what is wrong, in a sentence</td></tr>
 * <tr><td>{@code calls}</td><td>the ids of the calls that show it</td></tr>
 * <tr><td>{@code rows}</td><td>the rows that show it: {@code seat 7/12/3} is version 3 of seat 12 in
 * show 7, {@code entry ann/4} the fourth entry of a wallet, {@code hold …} and {@code booking …}
 * have an id</td></tr>
 * </table>
 *
 * @param name in small letters with hyphens
 * @param sentence what it demands
 */
public record Invariant(String name, String sentence, String checked, String violations) {

  private static final String COMMENT = "-- ";
  private static final String CHECKED = "-- checked\n";
  private static final String VIOLATIONS = "-- violations\n";

  static Invariant read(String name) {
    String text = SqlFile.read(name + ".sql");
    int checked = text.indexOf(CHECKED);
    int violations = text.indexOf(VIOLATIONS);
    int line = text.indexOf('\n');
    if (!text.startsWith(COMMENT) || checked < line || violations < checked) {
      throw new CheckException(
          "%s.sql has to be a sentence in its first line, a part '-- checked' and a part '-- violations'"
              .formatted(name));
    }
    return new Invariant(
        name,
        text.substring(COMMENT.length(), line),
        query(text.substring(checked + CHECKED.length(), violations)),
        query(text.substring(violations + VIOLATIONS.length())));
  }

  private static String query(String text) {
    String query = text.strip();
    return query.endsWith(";") ? query.substring(0, query.length() - 1) : query;
  }
}
