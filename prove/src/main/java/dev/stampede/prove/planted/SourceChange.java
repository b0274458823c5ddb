package dev.stampede.prove.planted;

/** A change that a planted bug makes to one file of the repository. */
public sealed interface SourceChange {

  /** The file's path in the repository. */
  String path();

  /**
   * Replaces a text that occurs exactly once.
   *
   * @param from the text as the file has it, over whole lines
   */
  record Edit(String path, String from, String to) implements SourceChange {

    public Edit {
      if (from.isBlank() || from.equals(to)) {
        throw new IllegalArgumentException("the change of %s changes nothing".formatted(path));
      }
    }

    /** Returns the file's text after the change. */
    String applyTo(String source) {
      int at = source.indexOf(from);
      if (at < 0) {
        throw new PlantingException(
            "%s does not have this text any more; adapt the bug to the file:%n%s"
                .formatted(path, from));
      }
      if (source.indexOf(from, at + 1) >= 0) {
        throw new PlantingException(
            "%s has this text more than once; let the bug quote more lines of the file:%n%s"
                .formatted(path, from));
      }
      return source.substring(0, at) + to + source.substring(at + from.length());
    }
  }

  /** Adds a file that the repository does not have: a migration that takes a constraint away. */
  record Addition(String path, String text) implements SourceChange {}
}
