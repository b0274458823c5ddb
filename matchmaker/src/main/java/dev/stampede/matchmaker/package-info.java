/** A whole matchmaker in one object, for the tests of those who use one. */
@NullMarked
package dev.stampede.matchmaker;

import org.jspecify.annotations.NullMarked;
