/** No-op jobs: how many a second, how soon they start, and what old rows cost. */
@NullMarked
package dev.stampede.bench.jobs;

import org.jspecify.annotations.NullMarked;
