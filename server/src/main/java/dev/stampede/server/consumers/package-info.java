/** Consumers of events as operators see them: how far they are, and what was put aside. */
@NullMarked
package dev.stampede.server.consumers;

import org.jspecify.annotations.NullMarked;
