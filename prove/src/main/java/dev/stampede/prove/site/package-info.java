/** The deployment under test: servers, the services behind them, and a proxy on every link. */
@NullMarked
package dev.stampede.prove.site;

import org.jspecify.annotations.NullMarked;
