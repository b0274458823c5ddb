/**
 * A bounded worker pool over virtual threads: tasks with a deadline, groups that fail as one, and
 * pipelines with back-pressure.
 */
@NullMarked
package dev.stampede.jobs.pool;

import org.jspecify.annotations.NullMarked;
