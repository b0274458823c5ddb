/** Compares the tables with each other and finds rows that disagree. */
@NullMarked
package dev.stampede.postgres.verify;

import org.jspecify.annotations.NullMarked;
