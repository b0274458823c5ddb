/** Matches: who makes them, who chooses among them, and who finds them a place to play. */
@NullMarked
package dev.stampede.matching.match;

import org.jspecify.annotations.NullMarked;
