/** The waiting room over HTTP. */
@NullMarked
package dev.stampede.server.waitingroom;

import org.jspecify.annotations.NullMarked;
