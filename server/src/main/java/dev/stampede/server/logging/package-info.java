/** The format of log lines, and the setup that routes every library's lines into the same log. */
@NullMarked
package dev.stampede.server.logging;

import org.jspecify.annotations.NullMarked;
