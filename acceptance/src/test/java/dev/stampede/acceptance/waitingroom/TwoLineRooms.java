package dev.stampede.acceptance.waitingroom;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.ShowTerms.SaleSwitch;
import dev.stampede.engine.show.Shows;
import dev.stampede.engine.show.WaitingRoomSettings;
import dev.stampede.engine.signing.Keyring;
import dev.stampede.engine.waitingroom.Inventory.Stock;
import dev.stampede.engine.waitingroom.Line;
import dev.stampede.engine.waitingroom.LineExit;
import dev.stampede.engine.waitingroom.LineJournal;
import dev.stampede.engine.waitingroom.LineLimits;
import dev.stampede.engine.waitingroom.LineRooms;
import dev.stampede.engine.waitingroom.LineState;
import dev.stampede.engine.waitingroom.QueueOutcome;
import dev.stampede.engine.waitingroom.RoomListener;
import dev.stampede.engine.waitingroom.SpentPasses;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.postgres.deployment.StoredKeyring;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.postgres.waitingroom.PostgresDrawStore;
import dev.stampede.postgres.waitingroom.PostgresLineJournal;
import dev.stampede.redis.Redis;
import dev.stampede.redis.RedisNode;
import dev.stampede.redis.RedisSettings;
import dev.stampede.redis.line.RedisLine;
import dev.stampede.redis.line.RedisLineState;
import dev.stampede.testkit.Eventually;
import dev.stampede.testkit.ManualClock;
import dev.stampede.testkit.TestDatabase;
import dev.stampede.testkit.TestServices;
import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.ScanCursor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The waiting rooms of one deployment, as two server processes have them, each with connections of
 * its own; the test makes them tick.
 */
final class TwoLineRooms {

  static final LineLimits LIMITS =
      new LineLimits(
          Duration.ofMinutes(5), Duration.ofMillis(400), Duration.ofMillis(50), 1_000, 1_000_000);

  /** A machine stands still for less than this. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The answer of a line that is being restored, which no test expects and no wait mends. */
  private static final String RESTORING = "restoring";

  final ManualClock clock = ManualClock.at(Instant.now());
  volatile Stock stock = new Stock(1_000_000, 0, 0);

  final SpentPasses spent = new SpentPasses();

  /** Counts the lines that both servers began again after a loss. */
  final AtomicInteger lost = new AtomicInteger();

  /** Shows whose line fails to be removed in a way that nobody has thought of. */
  final Set<ShowId> irremovable = ConcurrentHashMap.newKeySet();

  /** Runs after each step of a line in Redis, before its server hears of it. */
  volatile AfterStep afterStep = (_, _) -> {};

  private final TestDatabase data =
      TestServices.shared().migratedDatabase(url -> open(url).close());
  private final Database database = open(data.url());
  private final PostgresShows shows = new PostgresShows(database);
  private final Keyring keyring = StoredKeyring.loadOrCreate(database);
  private final String prefix = TestServices.shared().freshKeyPrefix();
  private final List<Redis> connections = new ArrayList<>();
  private final List<LineRooms> servers = new ArrayList<>();

  /** Runs after each call of the line, with the name of its method. */
  interface AfterStep {
    void happens(String method, List<Object> arguments) throws Exception;
  }

  TwoLineRooms() {
    this(LIMITS);
  }

  TwoLineRooms(LineLimits limits) {
    this(limits, sharedRedis());
  }

  /** With the lines reached at another port, such as a proxy's. */
  TwoLineRooms(LineLimits limits, int redisPort) {
    this(
        limits,
        new RedisSettings.Single(
            new RedisNode(shared().node().host(), redisPort),
            shared().database(),
            shared().access()));
  }

  /** With the lines in a Redis of the test's own. */
  TwoLineRooms(LineLimits limits, RedisSettings.Single redis) {
    for (int i = 0; i < 2; i++) {
      servers.add(server(limits, redis));
    }
  }

  private static Database open(String url) {
    return Database.open(new PostgresSettings(DatabaseUrl.parse(url), 8, Duration.ofSeconds(30)));
  }

  static int sharedRedis() {
    return shared().node().port();
  }

  private static RedisSettings.Single shared() {
    return RedisSettings.Single.parse(TestServices.shared().redisUrl());
  }

  private LineRooms server(LineLimits limits, RedisSettings.Single where) {
    Redis redis = Redis.open(where);
    connections.add(redis);
    return new LineRooms(
        new LineRooms.Stores(
            watched(Line.class, new RedisLine(redis, prefix, limits.maxWaiting())),
            watched(LineState.class, failingToRemove(new RedisLineState(redis, prefix))),
            new PostgresLineJournal(database),
            new PostgresDrawStore(database),
            _ -> stock,
            spent),
        keyring,
        shows::find,
        clock,
        limits,
        new RoomListener() {
          @Override
          public void lost() {
            lost.incrementAndGet();
          }
        });
  }

  /** As it is, but for {@link #irremovable} shows: neither Redis nor the script fails like that. */
  private LineState failingToRemove(LineState state) {
    return (LineState)
        Proxy.newProxyInstance(
            LineState.class.getClassLoader(),
            new Class<?>[] {LineState.class},
            (_, method, arguments) -> {
              if (method.getName().equals("remove") && irremovable.contains(arguments[0])) {
                throw new IllegalStateException("the line of show " + arguments[0] + " is stuck");
              }
              try {
                return method.invoke(state, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private <T> T watched(Class<T> port, T real) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (_, method, arguments) -> {
              try {
                Object answer = method.invoke(real, arguments);
                afterStep.happens(method.getName(), List.of(arguments));
                return answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  LineRooms first() {
    return servers.get(0);
  }

  LineRooms second() {
    return servers.get(1);
  }

  LineRooms any(int i) {
    return servers.get(i % servers.size());
  }

  ShowId show(int admitPerSecond, int maxActive, boolean shuffleEarly, Instant opensAt) {
    Show made =
        shows.create(
            new Shows.NewShow(
                "test",
                Instant.now().plus(Duration.ofDays(30)),
                new SeatMap(List.of(new Section.Mapped("A", 100, 10, 10))),
                new ShowSettings(
                    opensAt,
                    SaleSwitch.OPEN,
                    8,
                    OptionalInt.empty(),
                    Duration.ofMinutes(5),
                    Optional.of(
                        new WaitingRoomSettings(
                            true,
                            admitPerSecond,
                            maxActive,
                            Duration.ofMinutes(5),
                            shuffleEarly)))));
    return made.id();
  }

  /** So many more shows like this one, which it is quicker to copy than to create. */
  void copies(ShowId show, int count) {
    data.run(
        """
        INSERT INTO show (name, starts_at, sale_opens_at, gate, max_seats_per_hold, hold_millis,
          room_enabled, room_admit_rate, room_max_active, room_pass_millis, room_shuffle_early,
          version)
        SELECT name, starts_at, sale_opens_at, gate, max_seats_per_hold, hold_millis,
          room_enabled, room_admit_rate, room_max_active, room_pass_millis, room_shuffle_early,
          version
        FROM show, generate_series(1, %d) WHERE id = %s"""
            .formatted(count, show));
    data.run(
        """
        INSERT INTO section (show_id, position, name, price, row_count, seats_per_row, capacity)
        SELECT show.id, 0, section.name, price, row_count, seats_per_row, capacity
        FROM section, show WHERE show_id = %s AND show.id > %s"""
            .formatted(show, show));
  }

  /** Changes what an operator may change. */
  void patch(ShowId show, UnaryOperator<ShowSettings> change) {
    var _ = shows.patch(show, Optional.empty(), change);
  }

  /** One round of everything that a server does for its rooms by itself. */
  void tickAll() {
    for (LineRooms lineRooms : servers) {
      lineRooms.discover();
      lineRooms.touch();
      lineRooms.look();
      lineRooms.admit();
      lineRooms.tidy();
      lineRooms.mend();
      lineRooms.remove();
    }
  }

  /** Commands that Redis has carried out, those of scripts included. */
  long commands() throws Exception {
    return connections
        .getFirst()
        .commands()
        .info("stats")
        .get()
        .lines()
        .filter(line -> line.startsWith("total_commands_processed:"))
        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1)))
        .sum();
  }

  /** The keys of lines that Redis keeps. */
  List<String> lineKeys() throws Exception {
    return keys().stream().filter(key -> key.contains("}:line")).toList();
  }

  LineJournal journal() {
    return new PostgresLineJournal(database);
  }

  LineState state() {
    return new RedisLineState(connections.getFirst(), prefix);
  }

  TestDatabase data() {
    return data;
  }

  ShowId open(int admitPerSecond, int maxActive) {
    return show(admitPerSecond, maxActive, false, Instant.EPOCH);
  }

  /** A tick that Redis does not answer in time is repeated, as the next tick of a server does. */
  void lookAll() {
    Eventually.within(PATIENCE)
        .until(
            "all servers have looked",
            () -> {
              servers.forEach(LineRooms::discover);
              servers.forEach(LineRooms::look);
              return true;
            });
  }

  static QueueOutcome.Waiting join(LineRooms rooms, ShowId show, String buyer) {
    return (QueueOutcome.Waiting)
        answered(rooms, () -> rooms.join(show, new Buyer(buyer), Optional.empty()));
  }

  static QueueOutcome.Waiting back(LineRooms rooms, ShowId show, String buyer, String token) {
    return (QueueOutcome.Waiting)
        answered(rooms, () -> rooms.look(show, new Buyer(buyer), Optional.of(token)));
  }

  /**
   * Asks for a buyer's place until the line is restored. On a busy machine a server can notice a
   * loss only as the buyer asks, or a repair may be late: then the server says that it is restoring
   * the line. It looks and mends again, as it does by itself, and the buyer comes again.
   */
  static QueueOutcome look(
      LineRooms rooms, ShowId show, String buyer, Optional<String> placeToken) {
    return Eventually.within(PATIENCE)
        .until(
            "the line is restored",
            () -> {
              QueueOutcome outcome =
                  answered(rooms, () -> rooms.look(show, new Buyer(buyer), placeToken));
              if (outcome instanceof QueueOutcome.Unavailable) {
                rooms.look();
                rooms.mend();
              }
              return outcome;
            },
            outcome -> !(outcome instanceof QueueOutcome.Unavailable));
  }

  /**
   * The answer of a server that was in time. A server waits for Redis for less than a second, and
   * trusts its last look at a line for three; a busy machine stands still for longer. Then the
   * buyer is told to come again, the server looks again as it does twice a second by itself, and
   * the buyer comes again.
   */
  static QueueOutcome answered(LineRooms rooms, Supplier<QueueOutcome> ask) {
    return Eventually.within(PATIENCE)
        .until(
            "the line answers",
            () -> {
              QueueOutcome outcome = ask.get();
              if (isTooLate(outcome)) {
                rooms.look();
              }
              return outcome;
            },
            outcome -> !isTooLate(outcome));
  }

  private static boolean isTooLate(QueueOutcome outcome) {
    return outcome instanceof QueueOutcome.Unavailable(String why) && !why.contains(RESTORING);
  }

  /** As if Redis had been emptied, for us alone. */
  void loseEverything() throws Exception {
    List<String> all = keys();
    if (!all.isEmpty()) {
      connections.getFirst().commands().del(all.toArray(String[]::new)).get();
    }
  }

  /** As if the database had been taken back to before it wrote this, and both servers know it. */
  void rewindDatabase(String undo) {
    data.run(undo);
    data.run("SELECT stampede_next_epoch((SELECT max(epoch) FROM database_epoch))");
    servers.forEach(LineRooms::startOver);
  }

  /** Copies all that Redis has now, to be brought back later as an older copy would be. */
  Map<String, byte[]> copy() throws Exception {
    Map<String, byte[]> copy = new HashMap<>();
    for (String key : keys()) {
      copy.put(key, connections.getFirst().commands().dump(key).get());
    }
    return copy;
  }

  /** As if another master with an older copy had taken over. */
  void rewind(Map<String, byte[]> copy) throws Exception {
    loseEverything();
    for (Map.Entry<String, byte[]> key : copy.entrySet()) {
      connections.getFirst().commands().restore(key.getKey(), 0, key.getValue()).get();
      if (key.getKey().endsWith("}:line")) {
        connections.getFirst().commands().hset(key.getKey(), "run", "another master").get();
      }
    }
  }

  private List<String> keys() throws Exception {
    List<String> found = new ArrayList<>();
    ScanCursor cursor = ScanCursor.INITIAL;
    do {
      var page =
          connections
              .getFirst()
              .commands()
              .scan(cursor, KeyScanArgs.Builder.matches(prefix + "*").limit(1_000))
              .get();
      found.addAll(page.getKeys());
      cursor = page;
    } while (!cursor.isFinished());
    return found;
  }

  /** Takes the first out of the line and goes no further. */
  List<LineExit> dieWhileAdmitting(ShowId show, int people) {
    RedisLine line = new RedisLine(connections.getFirst(), prefix, LIMITS.maxWaiting());
    Instant until = clock.instant().plusSeconds(300);
    List<LineExit> taken = new ArrayList<>();
    Eventually.within(Duration.ofSeconds(30))
        .until(
            "they are out of line",
            () -> {
              int left = people - taken.size();
              taken.addAll(line.admit(show, new Line.Admitting(100, people, left, until)));
              return taken.size() == people;
            });
    return taken;
  }

  /** Does the work of an instance that died. */
  void finishAdmitting(ShowId show) {
    RedisLine line = new RedisLine(connections.getLast(), prefix, LIMITS.maxWaiting());
    List<LineExit> taken = line.unsettled(show, Duration.ZERO, 100);
    new PostgresLineJournal(database).gone(show, taken);
    var _ = line.settle(show, taken);
  }

  /** Those who left, as it is written down: a place that was given up, a pass that has ended. */
  List<String> left(ShowId show) throws SQLException {
    return buyers(
        "(kind = 'l' OR kind = 'a' AND pass_until <= stampede_now()) AND show_id = " + show);
  }

  /** Numbers that were let in, in the order of numbers, as they are written down. */
  List<String> admitted(ShowId show) throws SQLException {
    return buyers("kind = 'a' AND show_id = " + show);
  }

  private List<String> buyers(String which) throws SQLException {
    List<String> buyers = new ArrayList<>();
    DatabaseUrl url = DatabaseUrl.parse(data.url());
    try (Connection connection =
            DriverManager.getConnection(
                url.jdbc(), url.credentials().user(), url.credentials().password());
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT buyer FROM queue_gone WHERE " + which + " ORDER BY number")) {
      while (rows.next()) {
        buyers.add(rows.getString(1));
      }
    }
    return buyers;
  }

  void close() throws Exception {
    loseEverything();
    servers.forEach(LineRooms::close);
    connections.forEach(Redis::close);
    database.close();
    data.close();
  }
}
