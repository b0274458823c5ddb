/**
 * Whether what is written down in several places says the same everywhere: looked for slice by
 * slice, all at once by whoever wants to know, or a little at a time while a sale goes on.
 */
@NullMarked
package dev.stampede.engine.verify;

import org.jspecify.annotations.NullMarked;
