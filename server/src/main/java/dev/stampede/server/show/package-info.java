/** Shows over HTTP: creating, reading and changing them, and knowing them without asking twice. */
@NullMarked
package dev.stampede.server.show;

import org.jspecify.annotations.NullMarked;
