package dev.stampede.server.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.redis.RedisSettings;
import dev.stampede.server.auth.AuthSettings;
import dev.stampede.server.auth.ExpectedClaims;
import dev.stampede.server.waitingroom.QueueRates;
import dev.stampede.server.waitingroom.RoomSettings;
import dev.stampede.server.wallet.WalletSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SettingsTest {

  private static final String SECRET = "a secret of at least thirty-two bytes";

  private static final Map<String, String> PRODUCTION =
      Map.of(
          "DATABASE_URL", "postgresql://shop:s3cr%40t@db:5432/sales",
          "REDIS_URL", "redis://cache:6380/2",
          "KAFKA_BOOTSTRAP_SERVERS", "k1:9092,k2:9092",
          "AUTH_SECRET", SECRET);

  @Test
  void productionNeedsFourSettingsAndHasADefaultForEverythingElse() {
    Settings settings = Settings.read(SettingsSource.of(PRODUCTION), Mode.SERVE);

    assertThat(settings.http().port()).isEqualTo(8080);
    assertThat(settings.http().bind()).isEqualTo("127.0.0.1");
    assertThat(settings.claims().seatLockTimeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.services().postgres().url().jdbc())
        .isEqualTo("jdbc:postgresql://db:5432/sales");
    assertThat(settings.services().postgres().url().credentials().password()).isEqualTo("s3cr@t");
    assertThat(settings.services().redis().describe()).isEqualTo("cache:6380/2");
    assertThat(settings.services().kafka().bootstrapServers())
        .containsExactly("k1:9092", "k2:9092");
  }

  @Test
  void serveNamesEverythingThatIsMissingAtOnce() {
    assertThat(problems(Map.of(), Mode.SERVE))
        .containsExactlyInAnyOrder(
            "DATABASE_URL is missing; set the service's address",
            "REDIS_URL or REDIS_HOST or REDIS_SENTINELS or REDIS_CLUSTER is missing; set the service's address",
            "KAFKA_BOOTSTRAP_SERVERS is missing; set the service's address",
            "AUTH_SECRET or AUTH_JWKS is missing; set one to verify tokens");
  }

  @Test
  void everyWrongValueIsNamedAtOnceWithItsLimitAndDefault() {
    assertThat(
            problems(
                with(
                    Map.of(
                        "STAMPEDE_PORT", "70000",
                        "STAMPEDE_MAX_BODY_BYTES", "lots",
                        "SEAT_CACHE_TTL", "0",
                        "STAMPEDE_DEMO", "yes",
                        "STAMPEDE_PROT", "8080",
                        "DATABASE_URL", "db:5432")),
                Mode.SERVE))
        .containsExactlyInAnyOrder(
            "STAMPEDE_PORT is '70000'; set 0..65535 (default 8080)",
            "STAMPEDE_MAX_BODY_BYTES is 'lots'; set 1024..16777216 (default 65536)",
            "SEAT_CACHE_TTL is '0'; set 1 s..1 h (default 60 s)",
            "STAMPEDE_DEMO is 'yes'; set true, false (default true under `up`)",
            "STAMPEDE_PROT is not a setting; docs/configuration.md lists them all",
            "DATABASE_URL is not usable; give postgresql://user:password@host:5432/database (scheme, host or database name is missing, or a special character is not percent-encoded)");
  }

  @Test
  void aSeatsLockMustOutliveItsTransaction() {
    assertThat(problems(with(Map.of("SEAT_LOCK_TIMEOUT", "10")), Mode.SERVE))
        .singleElement()
        .asString()
        .startsWith("SEAT_LOCK_TIMEOUT (10 s) must exceed TRANSACTION_TIMEOUT (10 s)");
  }

  @Test
  void aPlaceIsKeptLongerThanAnybodyIsToldToWait() {
    RoomSettings usual = Settings.read(SettingsSource.of(PRODUCTION), Mode.SERVE).rooms();
    assertThat(usual).isEqualTo(RoomSettings.DEFAULT);
    assertThat(usual.rates()).isEqualTo(new QueueRates(10, 0));
    assertThat(usual.limits().patience()).isEqualTo(Duration.ofMinutes(5));
    assertThat(usual.limits().longestPoll()).isEqualTo(Duration.ofMinutes(1));

    RoomSettings set =
        Settings.read(
                SettingsSource.of(
                    with(
                        Map.of(
                            "STAMPEDE_QUEUE_PATIENCE", "75",
                            "STAMPEDE_QUEUE_RATE_PER_BUYER", "0",
                            "STAMPEDE_QUEUE_RATE_PER_ADDRESS", "500"))),
                Mode.SERVE)
            .rooms();
    assertThat(set.limits().patience()).isEqualTo(Duration.ofSeconds(75));
    assertThat(set.rates()).isEqualTo(new QueueRates(0, 500));
    assertThat(problems(with(Map.of("STAMPEDE_QUEUE_PATIENCE", "74")), Mode.SERVE))
        .singleElement()
        .asString()
        .startsWith(
            "STAMPEDE_QUEUE_PATIENCE (74 s) must be at least 1.25 times STAMPEDE_QUEUE_LONGEST_POLL (60 s)");
    assertThat(
            problems(
                with(
                    Map.of(
                        "STAMPEDE_QUEUE_LONGEST_POLL", "601",
                        "STAMPEDE_QUEUE_RATE_PER_BUYER", "-1")),
                Mode.SERVE))
        .containsExactlyInAnyOrder(
            "STAMPEDE_QUEUE_LONGEST_POLL is '601'; set 1 s..600 s (default 60 s)",
            "STAMPEDE_QUEUE_RATE_PER_BUYER is '-1'; set 0..1000 (default 10)");
  }

  @Test
  void pointsHaveLimitsThatFitEachOther() {
    assertThat(Settings.read(SettingsSource.of(PRODUCTION), Mode.SERVE).claims().wallets())
        .isEqualTo(new WalletSettings(new WalletLimits(1_000_000_000, 1_000_000_000_000L), false));
    assertThat(
            problems(
                with(
                    Map.of(
                        "STAMPEDE_TOP_UP_MAX", "0",
                        "STAMPEDE_WALLET_MAX", "9007199254740992",
                        "STAMPEDE_SELF_TOP_UP", "maybe")),
                Mode.SERVE))
        .containsExactlyInAnyOrder(
            "STAMPEDE_TOP_UP_MAX is '0'; set 1..9007199254740991 (default 1000000000)",
            "STAMPEDE_WALLET_MAX is '9007199254740992'; set 1..9007199254740991 (default 1000000000000)",
            "STAMPEDE_SELF_TOP_UP is 'maybe'; set true, false (default true while the development issuer is on)");
    assertThat(problems(with(Map.of("STAMPEDE_WALLET_MAX", "999999")), Mode.SERVE))
        .singleElement()
        .asString()
        .startsWith(
            "STAMPEDE_TOP_UP_MAX (1000000000) must not exceed STAMPEDE_WALLET_MAX (999999)");
    WalletSettings widest =
        Settings.read(
                SettingsSource.of(
                    with(
                        Map.of(
                            "STAMPEDE_TOP_UP_MAX", "9007199254740991",
                            "STAMPEDE_WALLET_MAX", "9007199254740991",
                            "STAMPEDE_SELF_TOP_UP", "true"))),
                Mode.SERVE)
            .claims()
            .wallets();
    assertThat(widest.limits().maxTopUp()).isEqualTo(9_007_199_254_740_991L);
    assertThat(widest.selfTopUp()).isTrue();
  }

  @Test
  void buyersFillTheirOwnWalletsOnlyWhereTokensAreHomeMade() {
    Map<String, String> homeMade = new HashMap<>(PRODUCTION);
    homeMade.remove("AUTH_SECRET");

    assertThat(Settings.read(SettingsSource.of(homeMade), Mode.UP).claims().wallets().selfTopUp())
        .isTrue();
    assertThat(Settings.read(SettingsSource.of(PRODUCTION), Mode.UP).claims().wallets().selfTopUp())
        .isFalse();
    homeMade.put("STAMPEDE_SELF_TOP_UP", "false");
    assertThat(Settings.read(SettingsSource.of(homeMade), Mode.UP).claims().wallets().selfTopUp())
        .isFalse();
  }

  @Test
  void theDevelopmentIssuerIsForLoopbackAlone() {
    Map<String, String> open = new HashMap<>(PRODUCTION);
    open.remove("AUTH_SECRET");
    open.put("STAMPEDE_BIND", "0.0.0.0");

    assertThat(problems(open, Mode.UP))
        .singleElement()
        .asString()
        .contains("STAMPEDE_BIND is '0.0.0.0' while the development issuer is on");
    open.put("STAMPEDE_BIND", "127.0.0.1");
    assertThat(Settings.read(SettingsSource.of(open), Mode.UP).auth())
        .isInstanceOf(AuthSettings.Development.class);
  }

  @Test
  void theIssuerAndTheAudienceOfTokensAreReadForEveryWayToSignThem() {
    Map<String, String> claims =
        Map.of("AUTH_ISSUER", "https://id.example/", "AUTH_AUDIENCE", "shop");
    ExpectedClaims expected =
        new ExpectedClaims(Optional.of("https://id.example/"), Optional.of("shop"));
    Map<String, String> given = with(claims);
    assertThat(Settings.read(SettingsSource.of(given), Mode.SERVE).auth().expected())
        .isEqualTo(expected);
    given.remove("AUTH_SECRET");
    assertThat(Settings.read(SettingsSource.of(given), Mode.UP).auth().expected())
        .isEqualTo(expected);
    given.put("AUTH_JWKS", "https://id.example/keys");
    assertThat(Settings.read(SettingsSource.of(given), Mode.SERVE).auth().expected())
        .isEqualTo(expected);
    assertThat(Settings.read(SettingsSource.of(PRODUCTION), Mode.SERVE).auth().expected())
        .isEqualTo(ExpectedClaims.NONE);

    assertThat(problems(with(Map.of("AUTH_ISSUER", "x".repeat(257))), Mode.SERVE))
        .singleElement()
        .asString()
        .contains("AUTH_ISSUER is not usable; give 1..256 printable characters", "257");
  }

  @Test
  void aShortSecretIsRefusedWithoutBeingShown() {
    assertThat(problems(with(Map.of("AUTH_SECRET", "hunter2")), Mode.SERVE))
        .anySatisfy(problem -> assertThat(problem).contains("AUTH_SECRET").contains("32 bytes"))
        .allSatisfy(problem -> assertThat(problem).doesNotContain("hunter2"));
  }

  @Test
  void passwordsStayOutOfWhatIsPrinted() {
    Map<String, String> given = new HashMap<>(PRODUCTION);
    given.put("REDIS_URL", "redis://shop:hunter2@cache:6379/0");

    assertThat(Settings.read(SettingsSource.of(given), Mode.SERVE).toString())
        .doesNotContain("s3cr@t")
        .doesNotContain("hunter2")
        .doesNotContain(SECRET);
  }

  @Test
  void aPlainNumberIsSecondsAndUnitsMayBeGiven() {
    assertThat(SettingsReader.parseDuration("45")).isEqualTo(Duration.ofSeconds(45));
    assertThat(SettingsReader.parseDuration("500ms")).isEqualTo(Duration.ofMillis(500));
    assertThat(SettingsReader.parseDuration("2m")).isEqualTo(Duration.ofMinutes(2));
    assertThat(SettingsReader.parseDuration("PT1H")).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void redisCanBeASentinelsMasterOrAClusterButOnlyOneOfThem() {
    Map<String, String> given = new HashMap<>(PRODUCTION);
    given.remove("REDIS_URL");
    given.put("REDIS_SENTINELS", "s1:26379, s2:26379");
    given.put("REDIS_MASTER", "main");
    given.put("REDIS_PASSWORD", "hunter2");
    assertThat(Settings.read(SettingsSource.of(given), Mode.SERVE).services().redis())
        .isInstanceOfSatisfying(
            RedisSettings.Sentinel.class,
            sentinel -> {
              assertThat(sentinel.sentinels()).hasSize(2);
              assertThat(sentinel.access().password()).isEqualTo("hunter2");
            });

    given.put("REDIS_CLUSTER", "c1:7000");
    assertThat(problems(given, Mode.SERVE))
        .containsExactly(
            "Redis has several addresses; set only one of REDIS_URL or REDIS_HOST or REDIS_SENTINELS or REDIS_CLUSTER");
    given.remove("REDIS_MASTER");
    given.remove("REDIS_CLUSTER");
    assertThat(problems(given, Mode.SERVE))
        .containsExactly("REDIS_SENTINELS and REDIS_MASTER go together; set both or neither");
  }

  @Test
  void aFileSetsWhatTheEnvironmentDoesNot(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("my stampede.conf");
    Files.writeString(file, "STAMPEDE_PORT=9090\nSEAT_CACHE_TTL=5m\n", UTF_8);

    Settings settings =
        Settings.read(
            SettingsSource.of(
                with(Map.of("STAMPEDE_CONFIG", file.toString(), "STAMPEDE_PORT", "9091"))),
            Mode.SERVE);

    assertThat(settings.http().port()).isEqualTo(9091);
    assertThat(settings.claims().seatCacheTtl()).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void anUnknownKeyInTheFileIsRefusedWhateverItsPrefix(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("stampede.conf");
    Files.writeString(file, "REDIS_HOTS=cache\n", UTF_8);

    assertThat(problems(with(Map.of("STAMPEDE_CONFIG", file.toString())), Mode.SERVE))
        .containsExactly("REDIS_HOTS is not a setting; docs/configuration.md lists them all");
  }

  @Test
  void aFileThatIsNotThereIsSaidToBeMissing() {
    assertThatThrownBy(() -> SettingsSource.of(Map.of("STAMPEDE_CONFIG", "no/such.conf")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("STAMPEDE_CONFIG names no/such.conf, which cannot be read");
  }

  private static Map<String, String> with(Map<String, String> changes) {
    Map<String, String> given = new HashMap<>(PRODUCTION);
    given.putAll(changes);
    return given;
  }

  private static List<String> problems(Map<String, String> environment, Mode mode) {
    return catchThrowableOfType(
            SettingsException.class, () -> Settings.read(SettingsSource.of(environment), mode))
        .problems();
  }
}
