/** The matchmaker inside the server: its profiles, its assigners, and its page for operators. */
@NullMarked
package dev.stampede.server.matchmaking;

import org.jspecify.annotations.NullMarked;
