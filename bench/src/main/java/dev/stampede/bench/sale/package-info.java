/** Our server over HTTP, with a crowd of buyers who claim distinct seats. */
@NullMarked
package dev.stampede.bench.sale;

import org.jspecify.annotations.NullMarked;
