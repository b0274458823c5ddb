/** Claims: who wants which seats, what is decided, and what others are told. */
@NullMarked
package dev.stampede.engine.claim;

import org.jspecify.annotations.NullMarked;
