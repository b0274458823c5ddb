/** Events about a sale for other systems: every change of a seat and a booking, in order. */
@NullMarked
package dev.stampede.engine.events;

import org.jspecify.annotations.NullMarked;
