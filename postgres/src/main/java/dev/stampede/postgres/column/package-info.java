/** The form that values of the domain have in columns. */
@NullMarked
package dev.stampede.postgres.column;

import org.jspecify.annotations.NullMarked;
