/** The engine in this process, without a server, and rounds of claims made to it. */
@NullMarked
package dev.stampede.bench.engine;

import org.jspecify.annotations.NullMarked;
