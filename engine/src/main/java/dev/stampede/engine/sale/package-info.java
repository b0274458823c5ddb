/** A sale as its operator sees it: what came of it so far, counted where everything is written. */
@NullMarked
package dev.stampede.engine.sale;

import org.jspecify.annotations.NullMarked;
