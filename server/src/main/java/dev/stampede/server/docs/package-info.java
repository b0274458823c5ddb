/** The documentation for programmers: the API description and its browser. */
@NullMarked
package dev.stampede.server.docs;

import org.jspecify.annotations.NullMarked;
