/** The backend: claims tickets, has matches made of them, and assigns these; one tick at a time. */
@NullMarked
package dev.stampede.matchmaking.backend;

import org.jspecify.annotations.NullMarked;
