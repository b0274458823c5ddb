/** The sales that are left to one show while another one is rushed or sold out. */
@NullMarked
package dev.stampede.bench.fairness;

import org.jspecify.annotations.NullMarked;
