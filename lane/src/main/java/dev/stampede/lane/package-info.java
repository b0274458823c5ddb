/**
 * Group commit: many callers, one transaction, each decided alone. Needs only the JDK and {@code
 * slf4j-api}.
 */
@NullMarked
package dev.stampede.lane;

import org.jspecify.annotations.NullMarked;
