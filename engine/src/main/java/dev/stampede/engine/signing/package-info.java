/** Signed tokens: what a server hands out and any other server, or a later one, must believe. */
@NullMarked
package dev.stampede.engine.signing;

import org.jspecify.annotations.NullMarked;
