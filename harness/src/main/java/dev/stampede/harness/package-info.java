/** The parts that benchmarks, the lab and the chaos experiments share. */
@NullMarked
package dev.stampede.harness;

import org.jspecify.annotations.NullMarked;
