package dev.stampede.server.config;

import dev.stampede.kafka.KafkaSettings;
import dev.stampede.postgres.DatabaseUrl;
import dev.stampede.postgres.PostgresSettings;
import dev.stampede.redis.RedisSettings;
import java.util.Optional;

/**
 * The services the server stands on.
 *
 * @param readReplica where lists and history may be read; decisions never are
 * @param redisReplica where ticket bodies may be read
 * @param redisKeyPrefix put before every key, so that deployments can share a Redis
 */
public record ServiceSettings(
    PostgresSettings postgres,
    Optional<DatabaseUrl> readReplica,
    RedisSettings redis,
    Optional<RedisSettings.Single> redisReplica,
    String redisKeyPrefix,
    KafkaSettings kafka) {}
