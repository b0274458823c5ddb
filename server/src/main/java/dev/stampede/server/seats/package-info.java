/** The seats of a show over HTTP: as a whole, and as a stream of what changes. */
@NullMarked
package dev.stampede.server.seats;

import org.jspecify.annotations.NullMarked;
