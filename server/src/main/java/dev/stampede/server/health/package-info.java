/** Whether the server lives, and whether it and each part it leans on is ready. */
@NullMarked
package dev.stampede.server.health;

import org.jspecify.annotations.NullMarked;
