/** How log lines look, and that every library's lines end up among them. */
@NullMarked
package dev.stampede.server.logging;

import org.jspecify.annotations.NullMarked;
