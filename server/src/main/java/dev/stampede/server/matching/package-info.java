/** The matchmaker as games and operators meet it, and what the server tells its backend to do. */
@NullMarked
package dev.stampede.server.matching;

import org.jspecify.annotations.NullMarked;
