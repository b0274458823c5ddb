/**
 * A job queue on PostgreSQL: enqueued in the caller's transaction, claimed and finished in batches.
 * Stands on the JDK and the driver.
 */
@NullMarked
package dev.stampede.jobs;

import org.jspecify.annotations.NullMarked;
