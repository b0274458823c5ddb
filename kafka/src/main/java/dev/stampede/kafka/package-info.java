/** Kafka, which tells others what was sold and puts requests in order. */
@NullMarked
package dev.stampede.kafka;

import org.jspecify.annotations.NullMarked;
