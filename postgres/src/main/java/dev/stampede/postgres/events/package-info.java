/** The outbox that the relay reads, and the leases on its ranges. */
@NullMarked
package dev.stampede.postgres.events;

import org.jspecify.annotations.NullMarked;
