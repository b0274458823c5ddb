package dev.stampede.lab.house;

/**
 * Where the services are.
 *
 * @param kafkaBootstrapServers empty where nobody needs Kafka
 */
public record Addresses(String databaseUrl, String redisUrl, String kafkaBootstrapServers) {}
