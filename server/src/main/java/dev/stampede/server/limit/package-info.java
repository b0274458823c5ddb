/** How much one may ask for, how often, and how many at once: what keeps a crowd from being one. */
@NullMarked
package dev.stampede.server.limit;

import org.jspecify.annotations.NullMarked;
