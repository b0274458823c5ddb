/** The limits on how much a client may ask for, how often, and how many at once. */
@NullMarked
package dev.stampede.server.limit;

import org.jspecify.annotations.NullMarked;
