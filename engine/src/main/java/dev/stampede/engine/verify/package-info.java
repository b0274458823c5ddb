/**
 * Reconciliation: checks that facts which are stored in several places agree everywhere. It goes
 * slice by slice, all at once on demand, or a little at a time while a sale goes on.
 */
@NullMarked
package dev.stampede.engine.verify;

import org.jspecify.annotations.NullMarked;
