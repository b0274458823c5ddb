/** What is to be tried: by which way, by how many, for how many seats, under which settings. */
@NullMarked
package dev.stampede.lab.plan;

import org.jspecify.annotations.NullMarked;
