/**
 * The server: reads the settings, wires all parts ({@code Wiring}) and serves HTTP ({@code Main}).
 */
@NullMarked
package dev.stampede.server;

import org.jspecify.annotations.NullMarked;
