/** The rules that alert operators, and the route on which they read the alerts. */
@NullMarked
package dev.stampede.server.alert;

import org.jspecify.annotations.NullMarked;
