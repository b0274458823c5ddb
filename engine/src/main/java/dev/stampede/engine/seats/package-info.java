/** What readers and watchers see of a show's seats: a copy in memory that follows the news. */
@NullMarked
package dev.stampede.engine.seats;

import org.jspecify.annotations.NullMarked;
