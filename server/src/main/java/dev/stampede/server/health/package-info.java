/** Reports whether the server is alive, and whether it and each of its dependencies is ready. */
@NullMarked
package dev.stampede.server.health;

import org.jspecify.annotations.NullMarked;
