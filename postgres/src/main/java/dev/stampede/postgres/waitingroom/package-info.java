/** The waiting room's journal and draws in PostgreSQL. */
@NullMarked
package dev.stampede.postgres.waitingroom;

import org.jspecify.annotations.NullMarked;
