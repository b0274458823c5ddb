/** Holds over HTTP: claiming seats, looking at what one has, giving it back. */
@NullMarked
package dev.stampede.server.hold;

import org.jspecify.annotations.NullMarked;
