/** The server: settings in, HTTP out; {@code Main} is the only place that wires. */
@NullMarked
package dev.stampede.server;

import org.jspecify.annotations.NullMarked;
