/** Wallets: how many points a buyer has, and where they came from and went. */
@NullMarked
package dev.stampede.engine.wallet;

import org.jspecify.annotations.NullMarked;
