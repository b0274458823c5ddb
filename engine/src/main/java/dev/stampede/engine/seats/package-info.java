/** The seats of a show as readers and watchers see them: a copy in memory that follows the news. */
@NullMarked
package dev.stampede.engine.seats;

import org.jspecify.annotations.NullMarked;
