/** Group commit: many callers, one transaction, each decided alone. Stands on the JDK. */
@NullMarked
package dev.stampede.lane;

import org.jspecify.annotations.NullMarked;
