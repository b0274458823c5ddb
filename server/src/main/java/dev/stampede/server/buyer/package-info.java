/** A buyer as an operator looks them up. */
@NullMarked
package dev.stampede.server.buyer;

import org.jspecify.annotations.NullMarked;
