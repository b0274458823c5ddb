/** People who buy, pay, cancel and top up, and write down all that they were told. */
@NullMarked
package dev.stampede.chaos.load;

import org.jspecify.annotations.NullMarked;
