package dev.stampede.server.config;

import dev.stampede.assembly.ClaimWay;
import dev.stampede.engine.claim.WalletLimits;
import dev.stampede.kafka.KafkaSettings;
import dev.stampede.kafka.TopicSettings;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.redis.RedisSettings;
import dev.stampede.server.auth.AuthSettings;
import dev.stampede.server.http.Cidr;
import dev.stampede.server.http.HttpSettings;
import dev.stampede.server.limit.LimitSettings;
import dev.stampede.server.waitingroom.RoomSettings;
import dev.stampede.server.wallet.WalletSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Everything that can be set, checked. Read once at start; nothing reads the environment later. */
public record Settings(
    HttpSettings http,
    AuthSettings auth,
    ServiceSettings services,
    SaleSettings sale,
    MatchSettings matching,
    LocalSettings local) {

  private static final Pattern NAME = Pattern.compile("\\S+");

  /** For who only looks at what is stored. */
  private static final KafkaSettings NOBODY_TOLD = new KafkaSettings(List.of("localhost:9092"));

  private static final Pattern KEY_PREFIX = Pattern.compile("[A-Za-z0-9._:-]{0,64}");

  public ClaimSettings claims() {
    return sale.claims();
  }

  public RoomSettings rooms() {
    return sale.rooms();
  }

  public LimitSettings limits() {
    return sale.limits();
  }

  /** Throws a {@link SettingsException} that names every problem. */
  public static Settings read(SettingsSource source, Mode mode) {
    SettingsReader reader = new SettingsReader(source);
    Draft draft = draft(reader, mode);
    List<String> problems = reader.problems();
    if (!problems.isEmpty()) {
      throw new SettingsException(problems);
    }
    return draft.complete();
  }

  /** Every setting there is, for the page that lists them. */
  public static List<Definition> definitions() {
    SettingsReader reader = new SettingsReader(SettingsSource.of(Map.of()));
    draft(reader, Mode.UP);
    return reader.definitions();
  }

  /** The settings as read; a missing address has already been noted as a problem. */
  private record Draft(
      HttpSettings http,
      AuthSettings auth,
      SaleSettings sale,
      MatchSettings matching,
      LocalSettings local,
      Optional<ServiceSettings> services) {

    Settings complete() {
      return new Settings(http, auth, services.orElseThrow(), sale, matching, local);
    }
  }

  private static Draft draft(SettingsReader reader, Mode mode) {
    reader.define(SettingsSource.CONFIG_FILE, "a file of NAME=value lines", SettingsReader.NONE);
    AuthSettings auth = new AuthReader(reader).read(mode);
    HttpSettings http = http(reader, auth, mode);
    LocalSettings local = local(reader);
    ClaimSettings claims = claims(reader, auth);
    Optional<ServiceSettings> services = services(reader, claims, mode);
    SaleSettings sale =
        new SaleSettings(
            claims,
            new RoomReader(reader).read(),
            new LimitReader(reader).read(),
            new SaleSettings.Backlogs(outboxAlertRows(reader), requestLagLimit(reader)),
            reader.duration(
                "STAMPEDE_QUIET_AFTER",
                SaleSettings.DEFAULT_QUIET_AFTER,
                Duration.ofSeconds(2),
                Duration.ofHours(24)),
            reader.flag("STAMPEDE_EXPLAIN_REFUSALS", false, "false"));
    return new Draft(http, auth, sale, new MatchReader(reader).read(mode, local), local, services);
  }

  private static HttpSettings http(SettingsReader reader, AuthSettings auth, Mode mode) {
    int port = reader.number("STAMPEDE_PORT", HttpSettings.DEFAULT_PORT, 0, 65_535);
    String bind =
        reader.text("STAMPEDE_BIND", "an address of this machine", HttpSettings.DEFAULT_BIND, NAME);
    int maxBody =
        reader.number(
            "STAMPEDE_MAX_BODY_BYTES", HttpSettings.DEFAULT_MAX_BODY_BYTES, 1_024, 16_777_216);
    Duration readTimeout =
        reader.duration(
            "STAMPEDE_READ_TIMEOUT",
            HttpSettings.DEFAULT_READ_TIMEOUT,
            Duration.ofSeconds(1),
            Duration.ofMinutes(10));
    Duration grace =
        reader.duration(
            "STAMPEDE_SHUTDOWN_GRACE",
            HttpSettings.DEFAULT_SHUTDOWN_GRACE,
            Duration.ofSeconds(1),
            Duration.ofMinutes(5));
    List<Cidr> proxies =
        reader.list(
            "TRUSTED_PROXIES", "addresses or CIDR blocks, separated by commas", Cidr::parse);
    if (auth instanceof AuthSettings.Development && mode != Mode.VERIFY && !isLoopback(bind)) {
      reader.problem(
          "STAMPEDE_BIND is '%s' while the development issuer is on, which gives anyone any role; bind to 127.0.0.1, or set AUTH_SECRET or AUTH_JWKS"
              .formatted(bind));
    }
    return new HttpSettings(bind, port, maxBody, proxies, readTimeout, grace);
  }

  private static LocalSettings local(SettingsReader reader) {
    Path data =
        reader
            .optional("STAMPEDE_DATA", "a folder", "./data", text -> Path.of(text))
            .orElse(Path.of("data"));
    return new LocalSettings(data, reader.flag("STAMPEDE_DEMO", true, "true under `up`"));
  }

  private static ClaimSettings claims(SettingsReader reader, AuthSettings auth) {
    Duration hour = Duration.ofHours(1);
    Duration second = Duration.ofSeconds(1);
    ClaimSettings claims =
        new ClaimSettings(
            reader.choice("STAMPEDE_CLAIMS", ClaimWay.GROUP_COMMIT, List.of(ClaimWay.values())),
            reader.number("STAMPEDE_LANES", 2, 1, 16),
            reader.duration("SEAT_LOCK_TIMEOUT", Duration.ofSeconds(30), second, hour),
            reader.duration("SEAT_CACHE_TTL", Duration.ofSeconds(60), second, hour),
            reader.duration("TRANSACTION_TIMEOUT", Duration.ofSeconds(10), second, hour),
            wallets(reader, auth));
    if (claims.seatLockTimeout().compareTo(claims.transactionTimeout()) <= 0) {
      reader.problem(
          "SEAT_LOCK_TIMEOUT (%s) must exceed TRANSACTION_TIMEOUT (%s), or a seat's lock ends while its transaction still runs"
              .formatted(
                  SettingsReader.spelled(claims.seatLockTimeout()),
                  SettingsReader.spelled(claims.transactionTimeout())));
    }
    return claims;
  }

  /** Points for the asking go well with tokens for the asking, and with nothing else. */
  private static WalletSettings wallets(SettingsReader reader, AuthSettings auth) {
    WalletLimits usual = WalletLimits.DEFAULT;
    long maxTopUp = reader.points("STAMPEDE_TOP_UP_MAX", usual.maxTopUp());
    long maxBalance = reader.points("STAMPEDE_WALLET_MAX", usual.maxBalance());
    boolean selfTopUp =
        reader.flag(
            "STAMPEDE_SELF_TOP_UP",
            auth instanceof AuthSettings.Development,
            "true while the development issuer is on");
    if (maxTopUp > maxBalance) {
      reader.problem(
          "STAMPEDE_TOP_UP_MAX (%d) must not exceed STAMPEDE_WALLET_MAX (%d), or no wallet could take the largest top-up"
              .formatted(maxTopUp, maxBalance));
      return new WalletSettings(usual, selfTopUp);
    }
    return new WalletSettings(new WalletLimits(maxTopUp, maxBalance), selfTopUp);
  }

  private static int outboxAlertRows(SettingsReader reader) {
    return reader.number(
        "STAMPEDE_OUTBOX_ALERT_ROWS",
        SaleSettings.DEFAULT_OUTBOX_ALERT_ROWS,
        1,
        SaleSettings.MAX_OUTBOX_ALERT_ROWS);
  }

  private static int requestLagLimit(SettingsReader reader) {
    return reader.number(
        "STAMPEDE_REQUEST_LAG_LIMIT",
        SaleSettings.DEFAULT_REQUEST_LAG_LIMIT,
        1,
        SaleSettings.MAX_REQUEST_LAG_LIMIT);
  }

  private static Optional<ServiceSettings> services(
      SettingsReader reader, ClaimSettings claims, Mode mode) {
    String urlForm = DatabaseUrl.EXPECTED;
    Optional<DatabaseUrl> url = reader.optional("DATABASE_URL", urlForm, DatabaseUrl::parse);
    Optional<DatabaseUrl> replica =
        reader.optional("READ_DATABASE_URL", urlForm, DatabaseUrl::parse);
    int poolSize =
        reader.number(
            "DATABASE_POOL_SIZE",
            PostgresSettings.defaultPoolSize(),
            "5 + 2 × cores",
            PostgresSettings.MIN_POOL_SIZE,
            PostgresSettings.MAX_POOL_SIZE);
    RedisReader redisReader = new RedisReader(reader);
    Optional<RedisSettings> redis = redisReader.read();
    Optional<RedisSettings.Single> redisReplica = redisReader.url("REDIS_READ_URL");
    String prefix =
        reader.text("REDIS_KEY_PREFIX", "0..64 of A-Z a-z 0-9 . _ : -", "stampede:", KEY_PREFIX);
    Optional<KafkaSettings> kafka =
        reader.optional(
            "KAFKA_BOOTSTRAP_SERVERS", "host:port, several separated by commas", Settings::kafka);
    if (kafka.isEmpty() && mode == Mode.VERIFY) {
      kafka = Optional.of(NOBODY_TOLD);
    }
    TopicSettings topics = topics(reader);
    missing(reader, ExternalService.DATABASE, url);
    missing(reader, ExternalService.REDIS, redis);
    missing(reader, ExternalService.KAFKA, kafka);
    if (url.isEmpty() || redis.isEmpty() || kafka.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new ServiceSettings(
            new PostgresSettings(url.get(), poolSize, claims.transactionTimeout()),
            replica,
            redis.get(),
            redisReplica,
            prefix,
            kafka.get().with(topics)));
  }

  private static void missing(
      SettingsReader reader, ExternalService service, Optional<?> configured) {
    if (configured.isEmpty() && !reader.wasGivenAnyOf(service)) {
      reader.problem(service.inWords() + " is missing; set the service's address");
    }
  }

  private static KafkaSettings kafka(String text) {
    return new KafkaSettings(List.of(text.split("\\s*,\\s*")));
  }

  private static TopicSettings topics(SettingsReader reader) {
    TopicSettings usual = TopicSettings.DEFAULT;
    return new TopicSettings(
        reader.text(
            "KAFKA_TOPIC_PREFIX",
            "0..64 of A-Z a-z 0-9 . _ -",
            usual.prefix(),
            TopicSettings.PREFIX),
        reader.number(
            "KAFKA_TOPIC_PARTITIONS", usual.partitions(), 1, TopicSettings.MAX_PARTITIONS),
        reader.number(
            "KAFKA_TOPIC_REPLICATION", usual.replication(), 0, TopicSettings.MAX_REPLICATION));
  }

  private static boolean isLoopback(String bind) {
    try {
      return InetAddress.getByName(bind).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
