/**
 * The layers that a claim passes, each cheaper than the next, and the lane in front of the
 * database.
 */
@NullMarked
package dev.stampede.engine.claim.layer;

import org.jspecify.annotations.NullMarked;
