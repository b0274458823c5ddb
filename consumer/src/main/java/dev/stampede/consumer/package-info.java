/**
 * Reads versioned events from Kafka and lets each have its effect once: what the handler writes and
 * what was read are one transaction. A library of its own: the JDK, the Kafka client and JDBC to a
 * PostgreSQL. Begin with {@link dev.stampede.consumer.EventReader}.
 */
@NullMarked
package dev.stampede.consumer;

import org.jspecify.annotations.NullMarked;
