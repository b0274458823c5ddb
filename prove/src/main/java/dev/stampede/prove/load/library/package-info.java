/** The libraries under load: lock writers and job workers in processes that may be killed. */
@NullMarked
package dev.stampede.prove.load.library;

import org.jspecify.annotations.NullMarked;
