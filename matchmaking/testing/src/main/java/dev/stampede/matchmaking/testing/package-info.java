/** A whole matchmaker in one object, for the tests of programs that use one. */
@NullMarked
package dev.stampede.matchmaking.testing;

import org.jspecify.annotations.NullMarked;
