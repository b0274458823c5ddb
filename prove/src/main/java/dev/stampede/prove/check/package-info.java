/** The checker: reads the record of a run and finds every broken promise in it. */
@NullMarked
package dev.stampede.prove.check;

import org.jspecify.annotations.NullMarked;
