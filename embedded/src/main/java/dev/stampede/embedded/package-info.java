/**
 * The engine room: real PostgreSQL, Redis and Kafka from artifacts, run as guarded child processes.
 */
@NullMarked
package dev.stampede.embedded;

import org.jspecify.annotations.NullMarked;
