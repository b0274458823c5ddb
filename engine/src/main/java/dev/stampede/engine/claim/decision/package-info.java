/** Decides claims: a pure function from locked rows to an outcome and the rows to write. */
@NullMarked
package dev.stampede.engine.claim.decision;

import org.jspecify.annotations.NullMarked;
