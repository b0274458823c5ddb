/** Text that people have sent: how long it is, whether it can be seen, how it is shown again. */
@NullMarked
package dev.stampede.server.text;

import org.jspecify.annotations.NullMarked;
