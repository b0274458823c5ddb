package dev.stampede.server.matchmaking;

import dev.stampede.matchmaking.match.MatchFunction;
import dev.stampede.matchmaking.match.OneVersusOne;
import dev.stampede.matchmaking.match.SkillWindow;
import dev.stampede.matchmaking.pool.MatchProfile;
import dev.stampede.matchmaking.pool.Pool;
import dev.stampede.server.http.Fields;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file of {@code MATCH_PROFILES}, as docs/matchmaking.md describes it. All that is wrong with
 * it is said at once.
 */
public final class ProfileFile {

  static final int MAX_PROFILES = 100;
  static final int MAX_BYTES = 1024 * 1024;
  private static final int MAX_TEXT_CHARS = 512;

  private static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build();

  /** The profiles that were read, or the problems that were found; never both. */
  public record Content(List<ProfileSettings> profiles, List<String> problems) {

    public Content {
      profiles = List.copyOf(profiles);
      problems = List.copyOf(problems);
    }

    static Content wrong(String problem) {
      return new Content(List.of(), List.of(problem));
    }
  }

  private final Fields body;
  private final Set<String> names = new HashSet<>();

  private ProfileFile(Fields body) {
    this.body = body;
  }

  /** Reads the file once; a change to it takes effect after a restart. */
  public static Content read(Path file) {
    try {
      long size = Files.size(file);
      if (size > MAX_BYTES) {
        return Content.wrong("has %d bytes; give at most %d".formatted(size, MAX_BYTES));
      }
      ProfileFile content = new ProfileFile(Fields.of(STRICT.readTree(Files.readString(file))));
      List<ProfileSettings> profiles = content.profiles();
      List<String> problems = content.body.problems();
      return new Content(problems.isEmpty() ? profiles : List.of(), problems);
    } catch (JacksonException e) {
      return Content.wrong(
          "is not one JSON object without duplicate names; parsing failed at line %d, column %d"
              .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr()));
    } catch (IOException e) {
      return Content.wrong("cannot be read: " + e.getMessage());
    }
  }

  private List<ProfileSettings> profiles() {
    body.knowing(Set.of("profiles"));
    List<ProfileSettings> profiles = new ArrayList<>();
    body.objects("profiles", 1, MAX_PROFILES)
        .required()
        .ifPresent(all -> all.forEach(each -> profile(each).ifPresent(profiles::add)));
    return profiles;
  }

  private Optional<ProfileSettings> profile(Fields fields) {
    fields.knowing(Set.of("name", "pools", "function", "assigner"));
    Optional<String> name = fields.text("name", 1, MatchProfile.MAX_NAME_CHARS).required();
    if (name.isPresent() && !names.add(name.get())) {
      fields.refuse("name", "is \"" + name.get() + "\" for the second time; names are unique");
    }
    List<Pool> pools = new PoolFields(fields).read();
    Optional<MatchFunction> function =
        fields.object("function").required().flatMap(ProfileFile::function);
    Optional<AssignerSettings> assigner =
        fields.object("assigner").required().flatMap(ProfileFile::assigner);
    return body.problems().isEmpty()
        ? Optional.of(
            new ProfileSettings(
                new MatchProfile(name.orElseThrow(), pools, Map.of()),
                function.orElseThrow(),
                assigner.orElseThrow()))
        : Optional.empty();
  }

  private static Optional<MatchFunction> function(Fields fields) {
    Optional<String> kind = fields.text("kind", 1, MAX_TEXT_CHARS).required();
    return switch (kind.orElse("")) {
      case "1v1" -> {
        fields.knowing(Set.of("kind"));
        yield Optional.of(new OneVersusOne());
      }
      case "skill-window" -> window(fields);
      case String other -> {
        kind.ifPresent(_ -> fields.refuse("kind", "is \"" + other + "\"; give 1v1, skill-window"));
        yield Optional.empty();
      }
    };
  }

  private static Optional<MatchFunction> window(Fields fields) {
    fields.knowing(Set.of("kind", "players", "skillArg", "window", "widensPerSecond", "widest"));
    Optional<Long> players = fields.whole("players", 2, SkillWindow.MAX_PLAYERS).required();
    Optional<String> skill = fields.text("skillArg", 1, MAX_TEXT_CHARS).required();
    Optional<Double> window = fields.number("window", 0, Double.POSITIVE_INFINITY).required();
    double widens = fields.number("widensPerSecond", 0, Double.MAX_VALUE).orElse(0.0);
    double widest =
        fields.number("widest", 0, Double.POSITIVE_INFINITY).orElse(Double.POSITIVE_INFINITY);
    if (players.isEmpty() || skill.isEmpty() || window.isEmpty()) {
      return Optional.empty();
    }
    if (widest < window.get()) {
      fields.refuse(
          "widest", "is %s and window is %s; give at least window".formatted(widest, window.get()));
      return Optional.empty();
    }
    return Optional.of(
        new SkillWindow(players.get().intValue(), skill.get(), window.get(), widens, widest));
  }

  private static Optional<AssignerSettings> assigner(Fields fields) {
    Optional<String> kind = fields.text("kind", 1, MAX_TEXT_CHARS).required();
    return switch (kind.orElse("")) {
      case "fixed" -> {
        fields.knowing(Set.of("kind", "connection"));
        yield fields
            .text("connection", 1, MAX_TEXT_CHARS)
            .required()
            .map(AssignerSettings.Fixed::new);
      }
      case "http" -> asked(fields);
      case String other -> {
        kind.ifPresent(_ -> fields.refuse("kind", "is \"" + other + "\"; give fixed, http"));
        yield Optional.empty();
      }
    };
  }

  private static Optional<AssignerSettings> asked(Fields fields) {
    fields.knowing(Set.of("kind", "url", "timeoutMillis"));
    Optional<String> text = fields.text("url", 1, MAX_TEXT_CHARS).required();
    Optional<URI> url = text.flatMap(ProfileFile::url);
    if (text.isPresent() && url.isEmpty()) {
      fields.refuse("url", "is not a URL; give http://host/path or https://host/path");
    }
    long millis =
        fields
            .whole("timeoutMillis", 1, AssignerSettings.Http.MAX_TIMEOUT.toMillis())
            .orElse(AssignerSettings.Http.DEFAULT_TIMEOUT.toMillis());
    return url.map(address -> new AssignerSettings.Http(address, Duration.ofMillis(millis)));
  }

  /** Not shown when it is wrong: it may have a password in it. */
  private static Optional<URI> url(String text) {
    try {
      URI url = URI.create(text);
      String scheme = String.valueOf(url.getScheme());
      return url.getHost() != null && (scheme.equals("http") || scheme.equals("https"))
          ? Optional.of(url)
          : Optional.empty();
    } catch (IllegalArgumentException notOne) {
      return Optional.empty();
    }
  }
}
