/**
 * Matches: the functions that make them, the evaluator that chooses among them, and the assigners
 * that find them a place to play.
 */
@NullMarked
package dev.stampede.matchmaking.match;

import org.jspecify.annotations.NullMarked;
