/** The root of the server module's exceptions. */
@NullMarked
package dev.stampede.server.failure;

import org.jspecify.annotations.NullMarked;
