/**
 * Identifies callers and decides what they may do: tokens, the session cookie, roles; knows nothing
 * of HTTP.
 */
@NullMarked
package dev.stampede.server.auth;

import org.jspecify.annotations.NullMarked;
