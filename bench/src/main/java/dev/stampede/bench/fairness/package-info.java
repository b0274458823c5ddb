/** What one show is left with while another one is rushed or sold out. */
@NullMarked
package dev.stampede.bench.fairness;

import org.jspecify.annotations.NullMarked;
