package dev.stampede.assembly;

import dev.stampede.postgres.Database;
import dev.stampede.postgres.show.PostgresShows;
import dev.stampede.redis.Redis;
import java.util.function.LongSupplier;

/**
 * The stores of a claim path.
 *
 * @param keyPrefix the prefix of all keys in Redis
 * @param epoch the database epoch that the keys belong to
 */
public record ClaimStores(
    Database database, PostgresShows shows, Redis redis, String keyPrefix, LongSupplier epoch) {}
