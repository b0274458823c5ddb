package dev.stampede.postgres.waitingroom;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.waitingroom.draw.Draw;
import dev.stampede.engine.waitingroom.draw.DrawKeys;
import dev.stampede.engine.waitingroom.draw.DrawProof;
import dev.stampede.engine.waitingroom.draw.DrawResult;
import dev.stampede.engine.waitingroom.draw.DrawSecret;
import dev.stampede.engine.waitingroom.draw.DrawStore;
import dev.stampede.engine.waitingroom.draw.DrawnPlace;
import dev.stampede.engine.waitingroom.draw.EarlyArrivals;
import dev.stampede.engine.waitingroom.draw.Hash;
import dev.stampede.engine.waitingroom.draw.NonceKey;
import dev.stampede.postgres.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jdbi.v3.core.Jdbi;

/** Draws in PostgreSQL, read from the primary. */
public final class PostgresDrawStore implements DrawStore {

  private static final String KEYS = "SELECT secret, nonce_key FROM draw WHERE show_id = :show";

  /** Two servers that ask first at once both try; one row wins and both read it. */
  private static final String CREATE_KEYS =
      """
      INSERT INTO draw (show_id, secret, nonce_key) VALUES (:show, :secret, :nonceKey)
      ON CONFLICT (show_id) DO NOTHING""";

  /** One row, so that the secret is never seen without what was drawn with it. */
  private static final String PROOF =
      "SELECT root, leaves, base, drawn_at, secret FROM draw WHERE show_id = :show";

  private static final String PLACES =
      """
      SELECT place, arrival, buyer, leaf
      FROM draw_leaf
      WHERE show_id = :show AND place >= :from
      ORDER BY place
      LIMIT :limit""";

  private static final String PLACES_OF =
      """
      SELECT arrival, place
      FROM draw_leaf
      WHERE show_id = :show AND arrival = ANY (:arrivals)""";

  private final Jdbi jdbi;
  private final DrawTransaction transaction;

  public PostgresDrawStore(Database database) {
    this(database, DrawTransaction.PATIENCE);
  }

  PostgresDrawStore(Database database, Duration patience) {
    this.jdbi = database.jdbi();
    this.transaction = new DrawTransaction(database, patience);
  }

  @Override
  public DrawKeys keysFor(ShowId show) {
    return keys(show).orElseGet(() -> createKeys(show));
  }

  private Optional<DrawKeys> keys(ShowId show) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(KEYS)
                .bind("show", show.value())
                .map(
                    (row, context) ->
                        new DrawKeys(
                            DrawSecret.of(row.getBytes("secret")),
                            NonceKey.of(row.getBytes("nonce_key"))))
                .findOne());
  }

  private DrawKeys createKeys(ShowId show) {
    DrawKeys fresh = DrawKeys.random();
    jdbi.useHandle(
        handle ->
            handle
                .createUpdate(CREATE_KEYS)
                .bind("show", show.value())
                .bind("secret", fresh.secret().bytes())
                .bind("nonceKey", fresh.nonceKey().bytes())
                .execute());
    return keys(show).orElseThrow();
  }

  @Override
  public Optional<DrawProof> proof(ShowId show) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(PROOF)
                .bind("show", show.value())
                .map((row, context) -> proof(show, row))
                .findOne());
  }

  private static DrawProof proof(ShowId show, ResultSet row) throws SQLException {
    DrawSecret secret = DrawSecret.of(row.getBytes("secret"));
    return DrawTransaction.drawn(row)
        .<DrawProof>map(
            drawn ->
                new DrawProof.Published(
                    show,
                    secret.commitment(),
                    secret,
                    drawn.root(),
                    drawn.leaves(),
                    drawn.drawnAt()))
        .orElseGet(() -> new DrawProof.Gathering(show, secret.commitment()));
  }

  @Override
  public Optional<DrawResult> drawn(ShowId show) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(PROOF)
                .bind("show", show.value())
                .map((row, context) -> DrawTransaction.drawn(row))
                .findOne()
                .flatMap(drawn -> drawn));
  }

  @Override
  public DrawResult draw(ShowId show, long base, Supplier<EarlyArrivals> arrivals) {
    DrawKeys keys = keysFor(show);
    return transaction.draw(show, base, () -> Draw.of(show, keys, arrivals.get()));
  }

  @Override
  public List<DrawnPlace> places(ShowId show, int fromPlace, int limit) {
    if (fromPlace < 1 || limit < 1 || limit > MAX_PAGE) {
      throw new IllegalArgumentException(
          "%d places from %d on were asked for; places count from 1, a page has 1..%d"
              .formatted(limit, fromPlace, MAX_PAGE));
    }
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(PLACES)
                .bind("show", show.value())
                .bind("from", fromPlace)
                .bind("limit", limit)
                .map(
                    (row, context) ->
                        new DrawnPlace(
                            row.getInt("place"),
                            row.getLong("arrival"),
                            new Buyer(row.getString("buyer")),
                            Hash.of(row.getBytes("leaf"))))
                .list());
  }

  @Override
  public Map<Long, Integer> placesOf(ShowId show, Collection<Long> arrivals) {
    if (arrivals.size() > MAX_PAGE) {
      throw new IllegalArgumentException(
          "the places of %d arrivals were asked for; at most %d"
              .formatted(arrivals.size(), MAX_PAGE));
    }
    Map<Long, Integer> places = new HashMap<>();
    jdbi.useHandle(
        handle ->
            handle
                .createQuery(PLACES_OF)
                .bind("show", show.value())
                .bindArray("arrivals", Long.class, List.copyOf(arrivals))
                .map((row, context) -> Map.entry(row.getLong("arrival"), row.getInt("place")))
                .forEach(found -> places.put(found.getKey(), found.getValue())));
    return places;
  }
}
