/** The HTTP server: routes, JSON in and out, problems, headers, graceful stop. */
@NullMarked
package dev.stampede.server.http;

import org.jspecify.annotations.NullMarked;
