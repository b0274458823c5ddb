/** What operators are alerted to, and where they read it. */
@NullMarked
package dev.stampede.server.alert;

import org.jspecify.annotations.NullMarked;
