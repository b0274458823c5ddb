/** Hands out credentials: the browser's session cookie and the development issuer. */
@NullMarked
package dev.stampede.server.session;

import org.jspecify.annotations.NullMarked;
