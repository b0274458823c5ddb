package dev.stampede.server.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The source of settings: environment variables, and the same names in a properties file that
 * {@code STAMPEDE_CONFIG} names. The environment wins. An empty value counts as not set.
 */
public final class SettingsSource {

  public static final String CONFIG_FILE = "STAMPEDE_CONFIG";

  private static final long MAX_FILE_BYTES = 64 * 1024;
  private static final String OUR_PREFIX = "STAMPEDE_";

  private final Map<String, String> values;

  /** Names that are ours beyond doubt: all keys of the file, and the environment's STAMPEDE_*. */
  private final Set<String> claimed;

  private SettingsSource(Map<String, String> values, Set<String> claimed) {
    this.values = Map.copyOf(values);
    this.claimed = Set.copyOf(claimed);
  }

  public static SettingsSource of(Map<String, String> environment) {
    Map<String, String> fromFile =
        Optional.ofNullable(environment.get(CONFIG_FILE))
            .filter(file -> !file.isBlank())
            .map(file -> readFile(Path.of(file)))
            .orElse(Map.of());
    Set<String> claimed = new TreeSet<>(fromFile.keySet());
    environment.keySet().stream().filter(n -> n.startsWith(OUR_PREFIX)).forEach(claimed::add);
    Map<String, String> values = new HashMap<>(fromFile);
    environment.forEach(
        (name, value) -> {
          if (!value.isBlank()) {
            values.put(name, value);
          }
        });
    return new SettingsSource(values, claimed);
  }

  /** The same, with this value for a name that nobody set. */
  public SettingsSource withDefault(String name, String value) {
    Map<String, String> more = new HashMap<>(values);
    more.putIfAbsent(name, value);
    return new SettingsSource(more, claimed);
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  Optional<String> value(String name) {
    return Optional.ofNullable(values.get(name)).map(String::strip);
  }

  /** Returns the names of ours that were given but nothing reads: most likely typing errors. */
  Set<String> unknown(Set<String> known) {
    return claimed.stream()
        .filter(name -> !known.contains(name))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Map<String, String> readFile(Path file) {
    Properties properties = new Properties();
    try {
      if (Files.size(file) > MAX_FILE_BYTES) {
        throw refused(file, "is larger than " + MAX_FILE_BYTES + " bytes");
      }
      try (Reader reader = Files.newBufferedReader(file, UTF_8)) {
        properties.load(reader);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw refused(file, "cannot be read (" + e + "); give a UTF-8 file of NAME=value lines");
    }
    return properties.stringPropertyNames().stream()
        .filter(name -> !properties.getProperty(name).isBlank())
        .collect(Collectors.toMap(name -> name, properties::getProperty));
  }

  private static SettingsException refused(Path file, String why) {
    return new SettingsException(List.of(CONFIG_FILE + " names " + file + ", which " + why));
  }
}
