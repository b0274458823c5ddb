/** Shows and their seats in PostgreSQL. */
@NullMarked
package dev.stampede.postgres.show;

import org.jspecify.annotations.NullMarked;
