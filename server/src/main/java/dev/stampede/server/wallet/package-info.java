/** Wallets over HTTP: a buyer's balance and statement, and points put in. */
@NullMarked
package dev.stampede.server.wallet;

import org.jspecify.annotations.NullMarked;
