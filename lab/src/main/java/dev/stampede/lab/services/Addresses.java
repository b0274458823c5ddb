package dev.stampede.lab.services;

import dev.stampede.embedded.ServiceKind;
import dev.stampede.harness.TemporaryServices;

/**
 * The addresses of the services.
 *
 * @param keyPrefix of all keys in Redis
 * @param kafkaBootstrapServers empty where nobody needs Kafka
 */
public record Addresses(
    String databaseUrl, String redisUrl, String keyPrefix, String kafkaBootstrapServers) {

  private static final String KEY_PREFIX = "lab:";

  public static Addresses of(TemporaryServices services) {
    return new Addresses(
        services.databaseUrl(),
        services.redisUrl(),
        KEY_PREFIX,
        services.has(ServiceKind.KAFKA) ? services.kafkaBootstrapServers() : "");
  }
}
