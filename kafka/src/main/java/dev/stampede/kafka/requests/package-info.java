/**
 * Booking requests through Kafka: how they are put in, and how they are taken through the claims.
 */
@NullMarked
package dev.stampede.kafka.requests;

import org.jspecify.annotations.NullMarked;
