package dev.stampede.server.config;

import dev.stampede.matchmaking.grpc.GrpcSettings;
import dev.stampede.server.matchmaking.ProfileFile;
import dev.stampede.server.matchmaking.ProfileSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads where the matchmaker listens and which matches it makes. */
final class MatchReader {

  private static final String PORT = "STAMPEDE_GRPC_PORT";
  private static final String PROFILES = "MATCH_PROFILES";

  private final SettingsReader reader;

  MatchReader(SettingsReader reader) {
    this.reader = reader;
  }

  MatchSettings read(Mode mode, LocalSettings local) {
    return new MatchSettings(
        reader.number(PORT, GrpcSettings.DEFAULT_PORT, 0, 65_535),
        !reader.wasGiven(PORT),
        reader.flag("MATCH_VALIDATE", true, "true"),
        profiles(mode == Mode.UP && local.demo()));
  }

  private List<ProfileSettings> profiles(boolean demo) {
    Optional<Path> file =
        reader.optional(
            PROFILES, "a readable file", "none; a 1 vs 1 demo under `up`", MatchReader::readable);
    if (file.isEmpty()) {
      return demo ? List.of(ProfileSettings.DEMO) : List.of();
    }
    ProfileFile.Content content = ProfileFile.read(file.get());
    content
        .problems()
        .forEach(problem -> reader.problem("%s: %s: %s".formatted(PROFILES, file.get(), problem)));
    return content.profiles();
  }

  private static Path readable(String text) {
    Path file = Path.of(text);
    if (!Files.isReadable(file) || !Files.isRegularFile(file)) {
      throw new IllegalArgumentException(file + " cannot be read");
    }
    return file;
  }
}
