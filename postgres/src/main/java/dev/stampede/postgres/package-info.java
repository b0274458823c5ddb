/** PostgreSQL, which has the last word: the pool, the migrations, and every statement we send. */
@NullMarked
package dev.stampede.postgres;

import org.jspecify.annotations.NullMarked;
