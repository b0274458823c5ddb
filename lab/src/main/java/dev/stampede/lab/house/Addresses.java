package dev.stampede.lab.house;

/**
 * The addresses of the services.
 *
 * @param keyPrefix of all keys in Redis
 * @param kafkaBootstrapServers empty where nobody needs Kafka
 */
public record Addresses(
    String databaseUrl, String redisUrl, String keyPrefix, String kafkaBootstrapServers) {}
