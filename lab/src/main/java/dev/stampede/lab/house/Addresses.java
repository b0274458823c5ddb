package dev.stampede.lab.house;

/**
 * Where the services are.
 *
 * @param keyPrefix of all keys in Redis
 * @param kafkaBootstrapServers empty where nobody needs Kafka
 */
public record Addresses(
    String databaseUrl, String redisUrl, String keyPrefix, String kafkaBootstrapServers) {}
